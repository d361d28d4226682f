import { countDecades, type DecadeCount } from '../../edtf/count-decades.ts'
import type { Reads } from '../../database/store.ts'
import { selectMiddleDay } from '../images/middle-day.ts'
import { selectListed, type ImageListFilter } from './images.ts'

/** Counts the images that match by decade, in the database. */
export async function countImageDecades(
  reads: Reads,
  filter: ImageListFilter,
): Promise<DecadeCount[]> {
  const days = await (
    await selectListed(reads, filter)
  )
    .select(selectMiddleDay('image').as('day'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('day')
    .execute()
  return countDecades(days.map(({ day, count }) => [day, count]))
}
