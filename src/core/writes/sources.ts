import { auditChange, auditCreation } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import { sourceUpdate, type SourceUpdate } from '../contract/edit-source.ts'
import { newSource, type CreatedSource, type NewSource } from '../contract/new-source.ts'
import type { Selects, Tx } from '../database/store.ts'
import { conflict, invalid, notFound } from '../base/errors.ts'
import { foldText } from '../model/fold.ts'
import { formatCount } from '../base/format-count.ts'
import { compareWith } from '../model/seen-values.ts'
import { getSource } from '../queries/sources/sources.ts'
import { findTakenSourceSlug } from '../queries/sources/taken-slugs.ts'
import { editRecord } from './edit-record.ts'
import { requireUnchanged } from './run/require-unchanged.ts'
import { useCase } from './run/use-case.ts'

/** Creates a source, which is hidden unless `public` is true. */
export const createSource = useCase({
  name: 'source.create',
  access: ['importer', 'moderator'],
  once: true,
  input: newSource,
  findProblems: findTakenSourceSlug,
  async run(tx, source: NewSource, context): Promise<CreatedSource> {
    return { ...(await insertSource(tx, source, context)), ...source }
  },
})

/** Changes a source, publishes it or hides it. */
export const editSource = useCase({
  name: 'source.edit',
  access: 'moderator',
  limit: 'moderations',
  input: sourceUpdate,
  async run(tx, { id, previous, ...edit }: SourceUpdate & { id: number }, context) {
    const source = await getSource(tx, id, 'everything')
    requireUnchanged(compareWith(edit, previous), { ...source, public: source.public === 1 })
    await editRecord(tx, { table: 'source', id, edit }, context)
    return getSource(tx, id, 'everything')
  },
})

/** Deletes a source without collections. */
export const deleteSource = useCase({
  name: 'source.delete',
  access: 'moderator',
  limit: 'moderations',
  hasDryRun: true,
  async run(tx, { id }: { id: number }, context) {
    await requireEmptySource(tx, id)
    await deleteSourceRow(tx, id, context)
  },
})

/**
 * @param source with the id of a deleted source to restore it
 * @throws CatalogError kind `invalid` if another source has this slug
 */
export async function insertSource(
  tx: Tx,
  source: NewSource & { id?: number },
  context: AuditContext,
): Promise<{ id: number }> {
  const created = await tx
    .insertInto('source')
    .values({ ...source, name_folded: foldText(source.name), public: source.public ? 1 : 0 })
    .onConflict((same) => same.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw invalid('slug', ['source_slug_taken'])
  await auditCreation(tx, context, { table: 'source', id: created.id, action: 'source.create' })
  return created
}

/** @throws CatalogError kind `not_found` */
export async function deleteSourceRow(tx: Tx, id: number, context: AuditContext): Promise<void> {
  const row = { table: 'source', id, action: 'source.delete' } as const
  const deleted = await auditChange(tx, context, row, () =>
    tx.deleteFrom('source').where('id', '=', id).returning('id').executeTakeFirst(),
  )
  if (!deleted) throw notFound('Source not found.')
}

/** @throws CatalogError kind `conflict` that says how many collections the source has */
async function requireEmptySource(reads: Selects, id: number): Promise<void> {
  const { collections } = await reads
    .selectFrom('collection')
    .select(({ fn }) => fn.countAll<number>().as('collections'))
    .where('source_id', '=', id)
    .executeTakeFirstOrThrow()
  if (collections === 0) return
  throw conflict(`Source ${id} has ${formatCount(collections, 'collection')}.`, {
    hint: 'Move them to another source (catalog collection move) or delete them first.',
  })
}
