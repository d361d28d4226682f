import type { Reads } from '../db/store.ts'
import { BEGINNING_OF_TIME, END_OF_TIME, toCivilDate } from '../model/edtf/days.ts'
import { selectImageIds, type ImageFilter } from './lists/images.ts'

export interface DecadeCount {
  /** Its first year: 1900. Null for images without a year. */
  decade: number | null
  count: number
}

/** Counts the images that match by the decade in the middle of their dates, in ascending order, null last. */
export async function countImagesByDecade(
  { reads }: { reads: Reads },
  filter: ImageFilter,
): Promise<DecadeCount[]> {
  const rows = await reads
    .selectFrom('image')
    .select(['fuzzy_from', 'fuzzy_to'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', selectImageIds(reads, filter))
    .groupBy(['fuzzy_from', 'fuzzy_to'])
    .execute()
  const counts = new Map<number | null, number>()
  for (const { fuzzy_from, fuzzy_to, count } of rows) {
    const decade = findDecade(fuzzy_from, fuzzy_to)
    counts.set(decade, (counts.get(decade) ?? 0) + count)
  }
  return Array.from(counts, ([decade, count]) => ({ decade, count })).sort(
    (one, other) => (one.decade ?? Infinity) - (other.decade ?? Infinity),
  )
}

function findDecade(from: number | null, to: number | null): number | null {
  const bounds = [from, to].filter(
    (day) => day !== null && day !== BEGINNING_OF_TIME && day !== END_OF_TIME,
  ) as number[]
  if (bounds.length === 0) return null
  const middle = Math.floor(bounds.reduce((sum, day) => sum + day, 0) / bounds.length)
  return Math.floor(toCivilDate(middle).year / 10) * 10
}
