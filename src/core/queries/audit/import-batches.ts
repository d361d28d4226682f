import { getUserId, type Actor } from '../../audit/actor.ts'
import type { ExpressionBuilder } from 'kysely'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { inList } from '../../database/sql.ts'
import type { Reads, Selects } from '../../database/store.ts'
import type { Tables } from '../../database/tables.ts'
import { notFound } from '../../base/errors.ts'
import { listAuditEntries, type AuditEntry } from './audit.ts'

/**
 * Imports, as the audit log has them: an entry for the name of each, and one for each image that was created. Both
 * belong to the batch of the import.
 */
const NAMED = 'batch.create'
const IMPORTED = 'image.create'

/** Number of images that are counted at once. */
const PAGE_SIZE = 1000

/** Lists the entries that name imports, newest first. */
export function listNamedImports(
  reads: Selects,
  {
    batch: objectId,
    name,
    beforeId,
  }: { batch?: string | undefined; name?: string | undefined; beforeId?: number | undefined },
  limit: number,
): Promise<AuditEntry[]> {
  const after = name === undefined ? undefined : { name }
  const filter = { objectType: 'batch', objectId, action: NAMED, after, beforeId }
  return listAuditEntries(reads, filter, limit)
}

/**
 * Finds the entry that names an import, or else its last image.
 * @throws CatalogError kind `not_found` if the audit log has no such import
 */
export async function getImportBatch(reads: Selects, batch: string): Promise<AuditEntry> {
  const [named] = await listNamedImports(reads, { batch }, 1)
  if (named) return named
  const [imported] = await listAuditEntries(reads, { batch, action: IMPORTED }, 1)
  if (imported) return imported
  throw notFound('The audit log has no such import.')
}

/** Returns the name that an entry gives to its import; null for an entry of an image. */
export function nameOfImport({ action, after }: AuditEntry): string | null {
  return action === NAMED ? String(after?.['name']) : null
}

/** Whether a batch has other changes than images that this actor imported. */
export async function hasOtherChanges(
  reads: Selects,
  batch: string,
  actor: Actor,
): Promise<boolean> {
  const other = await reads
    .selectFrom('audit_entry')
    .select('id')
    .where('batch', '=', batch)
    .where((is) =>
      is.or([is('action', '<>', IMPORTED), is('user_id', 'is distinct from', getUserId(actor))]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether the images of an import were deleted by undoing it. */
export async function isUndone(reads: Selects, batch: string): Promise<boolean> {
  return (await selectUndoing(reads, { batch })).length > 0
}

/** Prepared, because each commit of an import asks. */
const selectUndoing = preparedQuery((reads: Selects, { batch }: Params<{ batch: string }>) =>
  reads
    .selectFrom('audit_entry')
    .select('id')
    .where('object_type', '=', 'batch')
    .where('object_id', '=', batch)
    .where('action', '=', 'batch.revert')
    .limit(1),
)

/** Counts the images that imports created, also those that were deleted since. */
export async function countImported(
  reads: Reads,
  batches: readonly string[],
): Promise<ReadonlyMap<string | null, number>> {
  const counts = await reads
    .selectFrom('audit_entry')
    .select((is) => ['batch', is.fn.countAll<number>().as('images')])
    .where('batch', 'in', inList(batches))
    .where('action', '=', IMPORTED)
    .groupBy('batch')
    .execute()
  return new Map(counts.map(({ batch, images }) => [batch, images]))
}

/** An image of an import that still exists. */
export interface ImportedImage {
  id: number
  /** Whether another image duplicates it. */
  isDuplicated: boolean
}

/** Finds the images of an import that still exist, in pages, the last ones first. */
export async function* readImportedImages(
  reads: Reads,
  batch: string,
): AsyncGenerator<ImportedImage[]> {
  for (let before: number | undefined; ;) {
    const images = await selectImported(reads, batch)
      .select((is) => ['entry.id as entry', 'image.id', hasDuplicate(is).as('duplicated')])
      .$if(before !== undefined, (entry) => entry.where('entry.id', '<', before ?? 0))
      .limit(PAGE_SIZE)
      .execute()
    const last = images.at(-1)
    if (!last) return
    before = last.entry
    yield images.map(({ id, duplicated }) => ({ id, isDuplicated: Boolean(duplicated) }))
  }
}

/** Lists ids of images of an import that still exist and that other images duplicate, or not; the last ones first. */
export async function listImportedImages(
  reads: Selects,
  { batch, isDuplicated }: { batch: string; isDuplicated: boolean },
  limit: number,
): Promise<number[]> {
  const images = await selectImported(reads, batch)
    .select('image.id')
    .where((is) => (isDuplicated ? hasDuplicate(is) : is.not(hasDuplicate(is))))
    .limit(limit)
    .execute()
  return images.map(({ id }) => id)
}

function selectImported(reads: Selects, batch: string) {
  return reads
    .selectFrom('audit_entry as entry')
    .innerJoin('image', (join) =>
      join.on('image.id', '=', (is) => is.cast<number>('entry.object_id', 'bigint')),
    )
    .where('entry.batch', '=', batch)
    .where('entry.action', '=', IMPORTED)
    .orderBy('entry.id', 'desc')
}

/** Finds which of these images exist without duplicates, the last ones first. */
export async function findUnduplicated(reads: Selects, ids: readonly number[]): Promise<number[]> {
  const images = await reads
    .selectFrom('image')
    .select('id')
    .where('id', 'in', inList(ids))
    .where((is) => is.not(hasDuplicate(is)))
    .orderBy('id', 'desc')
    .execute()
  return images.map(({ id }) => id)
}

function hasDuplicate(is: ExpressionBuilder<Tables, 'image'>) {
  return is.exists(
    is
      .selectFrom('image as duplicate')
      .select('duplicate.id')
      .whereRef('duplicate.duplicate_of', '=', 'image.id'),
  )
}

/** Tables of contributions with the column that names the author, by the names of their counts. */
const CONTRIBUTIONS = {
  georeferences: ['georeference', 'user_id'],
  from_above_georeferences: ['from_above_georeference', 'user_id'],
  validations: ['validation', 'validated_by'],
  comments: ['comment', 'commented_by'],
  subjects: ['image_subject', 'tagged_by'],
} as const

export type ContributionCounts = Record<keyof typeof CONTRIBUTIONS, number>

/** Adds the contributions to these images by other users than the one who imported each. */
export async function countByOthers(
  reads: Reads,
  ids: readonly number[],
  counts: Partial<ContributionCounts> = {},
): Promise<ContributionCounts> {
  const added = Object.entries(CONTRIBUTIONS).map(async ([name, [table, author]]) => {
    // Kysely cannot type a query of one of several tables.
    const [part, column] = [table as 'comment', author as 'commented_by']
    const { count } = await reads
      .selectFrom(part)
      .innerJoin('image', 'image.id', `${part}.image_id`)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(`${part}.image_id`, 'in', inList(ids))
      .whereRef(`${part}.${column}`, 'is distinct from', 'image.created_by')
      .executeTakeFirstOrThrow()
    return [name, (counts[name as keyof ContributionCounts] ?? 0) + count]
  })
  return Object.fromEntries(await Promise.all(added)) as ContributionCounts
}
