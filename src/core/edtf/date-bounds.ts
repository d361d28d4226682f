/**
 * The first and the last day of a date, in days since 1970-01-01, inclusive. Strict: as written. Fuzzy: widened where
 * the date is uncertain or approximate. BEGINNING_OF_TIME or END_OF_TIME where an end is open or unknown.
 */
export interface DateBounds {
  strictFrom: number
  strictTo: number
  fuzzyFrom: number
  fuzzyTo: number
}
