import { auditCreation } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import {
  newCollection,
  type CreatedCollection,
  type NewCollection,
} from '../../contract/new-collection.ts'
import type { Tx } from '../../database/store.ts'
import { invalid } from '../../base/errors.ts'
import { foldText } from '../../model/fold.ts'
import { noSuchSource } from '../../model/slug.ts'
import { findCollectionProblems } from '../../queries/sources/taken-slugs.ts'
import { useCase } from '../run/use-case.ts'

/** Creates a collection of a source, to import images into. It is hidden unless `public` is true. */
export const createCollection = useCase({
  name: 'collection.create',
  access: ['importer', 'moderator'],
  once: true,
  input: newCollection,
  findProblems: findCollectionProblems,
  async run(tx, collection: NewCollection, context): Promise<CreatedCollection> {
    return { ...(await insertCollection(tx, collection, context)), ...collection }
  },
})

/** @throws CatalogError kind `invalid` if the source does not exist or has a collection with this slug */
async function insertCollection(
  tx: Tx,
  given: NewCollection,
  context: AuditContext,
): Promise<{ id: number }> {
  const { source, ...collection } = given
  const created = await tx
    .insertInto('collection')
    .columns(['source_id', 'name', 'name_folded', 'slug', 'url', 'description', 'public'])
    .expression((from) =>
      from
        .selectFrom('source')
        .where('source.id', '=', source)
        .select((row) => [
          'source.id',
          row.val(collection.name).as('name'),
          row.val(foldText(collection.name)).as('name_folded'),
          row.val(collection.slug).as('slug'),
          row.val(collection.url).as('url'),
          row.val(collection.description).as('description'),
          row.val(collection.public ? 1 : 0).as('public'),
        ]),
    )
    .onConflict((same) => same.columns(['source_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) return refuse(tx, source)
  await auditCreation(tx, context, {
    table: 'collection',
    id: created.id,
    action: 'collection.create',
  })
  return created
}

async function refuse(tx: Tx, source: number): Promise<never> {
  const known = await tx
    .selectFrom('source')
    .select('id')
    .where('id', '=', source)
    .executeTakeFirst()
  if (!known) throw invalid('source', noSuchSource(source))
  throw invalid('slug', ['collection_slug_taken'])
}
