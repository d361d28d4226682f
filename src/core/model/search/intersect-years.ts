/** A range of years, inclusive. */
interface YearRange {
  yearMin?: number | undefined
  yearMax?: number | undefined
}

/** The years that are both in the date of a query and in a range. */
export function intersectYears(
  date: { min: number | null; max: number | null } | null,
  { yearMin, yearMax }: YearRange,
): YearRange {
  const min = Math.max(date?.min ?? -Infinity, yearMin ?? -Infinity)
  const max = Math.min(date?.max ?? Infinity, yearMax ?? Infinity)
  return {
    yearMin: min === -Infinity ? undefined : min,
    yearMax: max === Infinity ? undefined : max,
  }
}
