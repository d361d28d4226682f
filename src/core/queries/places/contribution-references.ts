import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'

/** References of contributions, for the check of many at once. */

/** Finds the facts that decide whether images accept georeferences, by id. */
export async function findGeoreferencedImages(reads: Reads, ids: readonly number[]) {
  const images = await reads
    .selectFrom('image')
    .select(['id', 'duplicate_of', 'will_not_georef', 'from_above'])
    .where('id', 'in', inList(ids))
    .execute()
  return new Map(images.map((image) => [image.id, image]))
}

/** Finds the users who made these georeferences. */
export async function findValidatedGeoreferences(
  reads: Reads,
  ids: readonly Readonly<Record<GeoreferenceKind, number | null>>[],
) {
  const found = new Map<string, { user_id: number }>()
  for (const table of ['georeference', 'from_above_georeference'] as const) {
    const wanted = ids.flatMap((given) => given[table] ?? [])
    const rows = await reads
      .selectFrom(table)
      .select(['id', 'user_id'])
      .where('id', 'in', inList(wanted))
      .execute()
    for (const { id, user_id } of rows) found.set(`${table} ${id}`, { user_id })
  }
  return (table: GeoreferenceKind, id: number) => found.get(`${table} ${id}`)
}
