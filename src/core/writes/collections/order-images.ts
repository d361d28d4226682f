import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { inList } from '../../database/sql.ts'
import { imageOrder, type ImageOrder } from '../../contract/edit-source.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { getCollection } from '../../queries/sources/collections.ts'
import { useCase } from '../run/use-case.ts'

/** Puts images of a collection in another order. */
export const orderCollection = useCase({
  name: 'collection.order',
  access: 'moderator',
  limit: 'moderations',
  batch: 'always',
  input: imageOrder,
  async run(tx, { id, order: ids }: ImageOrder & { id: number }, context) {
    await getCollection(tx, id, 'everything')
    const moved = await orderImages(tx, { ids, collectionId: id }, context)
    return { moved, batch: context.batch }
  },
})

/**
 * Puts images of one collection in this order. They exchange the places that they have; other images keep theirs.
 * @returns how many images have another place now
 * @throws CatalogError kind `not_found`, or `conflict` if they belong to several collections, or to another one than
 *   the given one
 */
export async function orderImages(
  tx: Tx,
  { ids, collectionId }: { ids: readonly number[]; collectionId?: number },
  context: AuditContext,
): Promise<number> {
  const placeOf = await readPlaces(tx, ids, collectionId)
  const places = [...placeOf.values()].toSorted((one, other) => one - other)
  let last = -Infinity
  let moved = 0
  for (const [index, id] of ids.entries()) {
    // Images that share a place are sorted by id, so shared places are spread.
    const place = Math.max(places[index] ?? 0, last + 1)
    last = place
    if (place === placeOf.get(id)) continue
    moved += 1
    await auditChange(tx, context, { table: 'image', id, action: 'image.reorder' }, () =>
      tx.updateTable('image').set({ position: place }).where('id', '=', id).execute(),
    )
  }
  return moved
}

/** An image without a position has the place of its id. */
async function readPlaces(
  tx: Tx,
  ids: readonly number[],
  collectionId: number | undefined,
): Promise<ReadonlyMap<number, number>> {
  const images = await tx
    .updateTable('image')
    .set((image) => ({ revision: image.ref('revision') }))
    .where('id', 'in', inList(ids))
    .returning(['id', 'collection_id', 'position'])
    .execute()
  const known = new Set(images.map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) throw notFound(`Image ${missing} does not exist.`)
  const collections = new Set(images.map((image) => image.collection_id))
  if (collections.size > 1) {
    throw conflict(['several_collections', [...collections]])
  }
  const stranger = images.find(
    (image) => image.collection_id !== (collectionId ?? image.collection_id),
  )
  if (stranger) throw conflict(['other_collection', stranger.id])
  return new Map(images.map(({ id, position }) => [id, position ?? id]))
}
