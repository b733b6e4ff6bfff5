export type Language = "en" | "fr";
export { words, inWords } from "./translations.svelte";
