/**
 * The days between which a date lies, in whole days since 1970-01-01, inclusive. Strict: as written.
 * Fuzzy: widened by what is said to be uncertain or approximate. What has no beginning or no end, or
 * none that is known, has BEGINNING_OF_TIME or END_OF_TIME.
 */
export interface DateBounds {
  strictFrom: number
  strictTo: number
  fuzzyFrom: number
  fuzzyTo: number
}
