import { auditChange } from '../../audit/audit-row.ts'
import type { Micros } from '../../base/clock.ts'
import type { Selects } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { formatCount } from '../../base/format-count.ts'
import { useCase } from '../run/use-case.ts'

/**
 * Deletes a collection without images, its announcement and the records of its upload slots. Files that were
 * uploaded to them are removed with the orphaned files.
 */
export const deleteCollection = useCase({
  name: 'collection.delete',
  access: 'moderator',
  limit: 'moderations',
  hasDryRun: true,
  async run(tx, { id }: { id: number }, context) {
    await requireEmptyCollection(tx, id, context.now)
    await tx.deleteFrom('slot').where('collection_id', '=', id).execute()
    const row = { table: 'collection', id, action: 'collection.delete' } as const
    const deleted = await auditChange(tx, context, row, () =>
      tx.deleteFrom('collection').where('id', '=', id).returning('id').executeTakeFirst(),
    )
    if (!deleted) throw notFound('Collection not found.')
    for (const table of ['collection_count', 'image_count'] as const)
      await tx.deleteFrom(table).where('collection_id', '=', id).execute()
  },
})

/** @throws CatalogError kind `conflict` that says how many images or pending slots the collection has */
async function requireEmptyCollection(reads: Selects, id: number, now: Micros): Promise<void> {
  const { images } = await reads
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where('collection_id', '=', id)
    .executeTakeFirstOrThrow()
  if (images > 0) {
    throw conflict(`Collection ${id} has ${formatCount(images, 'image')}.`, {
      hint: 'Hide it instead (catalog collection hide), or delete its images first.',
    })
  }
  const { slots } = await reads
    .selectFrom('slot')
    .select(({ fn }) => fn.countAll<number>().as('slots'))
    .where('collection_id', '=', id)
    .where('state', '=', 'pending')
    .where((slot) => slot.or([slot('expires_at', '>', now), slot('leased_until', '>', now)]))
    .executeTakeFirstOrThrow()
  if (slots === 0) return
  throw conflict(`Collection ${id} has ${formatCount(slots, 'pending upload slot')}.`, {
    hint: 'Wait until the import has ended, or cancel the slots: catalog admin slot list',
  })
}
