import { CatalogError } from '../../base/errors.ts'
import type { IdPage } from '../lists/list-ids.ts'
import type { ListQuery } from '../lists/list-query.ts'
import type { Lists } from '../lists/lists.ts'

/** Number of rows that one draw reads. */
const DRAWN = 100

type Draw<Query extends ListQuery> = Query extends ListQuery ? Omit<Query, 'page'> : never

/** Draws a random page of a list. It has all rows of a list that has no more. */
export async function draw(lists: Pick<Lists, 'ask'>, query: Draw<ListQuery>): Promise<IdPage> {
  const read = (number: number): Promise<IdPage> =>
    lists.ask('page', { ...query, page: { number, size: DRAWN } })
  const first = await read(1)
  const number = 1 + Math.floor(Math.random() * Math.ceil(first.count / DRAWN))
  if (number <= 1) return first
  return read(number).catch((error: unknown) => {
    // The list became shorter in the meantime.
    if (error instanceof CatalogError && error.kind === 'not_found') return first
    throw error
  })
}

/** Sorts by a rank, the lowest first, and equal ones at random. */
export function sortByRank<Item>(items: readonly Item[], rank: (item: Item) => number): Item[] {
  return items
    .map((item) => ({ item, rank: rank(item), chance: Math.random() }))
    .toSorted((one, other) => one.rank - other.rank || one.chance - other.chance)
    .map(({ item }) => item)
}
