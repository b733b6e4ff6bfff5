import { en } from "./en";
export const fr = en;
export const phrases: Record<string, string> = {};
