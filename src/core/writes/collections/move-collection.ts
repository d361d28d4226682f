import { auditChange, readState } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { collectionMove, type CollectionMove } from '../../contract/edit-source.ts'
import type { Tx } from '../../database/store.ts'
import { refuseTakenSlug } from '../../database/refuse-taken-slug.ts'
import { invalid } from '../../base/errors.ts'
import { changeVisibility } from '../change-visibility.ts'
import { noSuchSource } from '../../model/slug.ts'
import { getCollection } from '../../queries/sources/collections.ts'
import { requireFindable } from '../../queries/lists/require-findable.ts'
import { findCollectionProblems } from '../../queries/sources/taken-slugs.ts'
import { useCase } from '../run/use-case.ts'

/** Moves a collection with its images to another source. */
export const moveCollection = useCase({
  name: 'collection.move',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  input: collectionMove,
  findProblems: findCollectionProblems,
  async run(tx, { id, source }: CollectionMove & { id: number }, context) {
    await getCollection(tx, id, 'everything')
    if (!(await readState(tx, { table: 'source', id: source })))
      throw invalid('source', noSuchSource(source))
    await moveToSource(tx, { id, sourceId: source }, context)
    return getCollection(tx, id, 'everything')
  },
})

/**
 * Moves a collection to another source, which decides whether its images are visible. If it hides them, a job ends the
 * addresses of their pictures.
 * @throws CatalogError kind `invalid` if that source has a collection with the same slug, or `conflict` if a public image
 *   is a duplicate of one that would be hidden
 */
export async function moveToSource(
  tx: Tx,
  { id, sourceId }: { id: number; sourceId: number },
  context: AuditContext,
): Promise<void> {
  const change = { table: 'collection', id, action: 'collection.move' } as const
  await changeVisibility(tx, { scope: { collections: [id] }, now: context.now }, () =>
    auditChange(tx, context, change, () =>
      refuseTakenSlug(['collection_slug_taken'], () =>
        tx
          .updateTable('collection')
          .set({ source_id: sourceId })
          .where('id', '=', id)
          .where('source_id', '!=', sourceId)
          .execute(),
      ),
    ),
  )
  await requireFindable(tx, { collectionId: id })
}
