export type { Catalog } from "./en";
export { describeCards, joinAnd, joinOr, type Language, routeRuleTexts, translations } from "./translations.svelte";
