import type { MapRow } from "../wire/types";

const SMALL = 12;

/** Return whether a map is a small one to practice on, which lists show after the full-size maps. */
export const isSmall = (map: MapRow): boolean => map.cities < SMALL;
