export type { Catalog } from "./en";
export { describeCards, joinAnd, joinOr, type Language, translations } from "./translations.svelte";
