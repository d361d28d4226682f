import { formatTimestamp } from '../../core/base/clock.ts'
import { notFound } from '../../core/base/errors.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/base/limits.ts'
import { batchUuid } from '../../core/contract/audit.ts'
import {
  importBatchPage,
  importBatchQuery,
  importDeletion,
  undoneImport,
  type ImportBatch,
  type ImportBatchPage,
  type ImportDeletion,
  type UndoneImport,
} from '../../core/contract/import-batch.ts'
import type { Reads } from '../../core/database/store.ts'
import { findFirstEntries, type AuditEntry } from '../../core/queries/audit/audit.ts'
import {
  countByOthers,
  countImported,
  getImportBatch,
  listNamedImports,
  nameOfImport,
  readImportedImages,
} from '../../core/queries/audit/import-batches.ts'
import { nameImport, undoImport } from '../../core/writes/imports/import-batches.ts'
import { takePage } from '../http/cursor.ts'
import { endpoint } from '../http/endpoint.ts'
import { json } from '../http/reply.ts'
import { route, type RouteRequest } from '../http/route.ts'
import { nextUrl } from '../presenters/pagination.ts'

/** Routes that name, list and undo imports. */
export const importBatchRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/import/batches/',
    summary: 'List named imports',
    responses: { 200: importBatchPage },
    access: ['importer', 'moderator'],
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    query: importBatchQuery,
    async handle({ catalog, query: { name, before: beforeId, limit }, links, target }) {
      const read = await listNamedImports(catalog.reads, { name, beforeId }, limit + 1)
      const { rows, next } = takePage(read, limit, ({ id }) => String(id))
      return json({
        next: nextUrl({ links, target }, ['before', next]),
        results: await presentImports(catalog.reads, rows),
      } satisfies ImportBatchPage)
    },
  }),
  endpoint('PUT /api/v2/import/batches/:batch/', nameImport, {
    summary: 'Name an import',
    responses: { 204: { description: 'The import has this name.' } },
    errorResponses: {
      409: 'The import has another name, or its batch has changes that are not imports of this user.',
    },
    target: batchOf,
  }),
  route({
    method: 'GET',
    path: '/api/v2/import/batches/:batch/',
    summary: 'Preview what undoing an import would delete',
    responses: { 200: importDeletion },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, params }) {
      return json(await previewUndo(catalog.reads, batchOf({ params }).batch))
    },
  }),
  endpoint('DELETE /api/v2/import/batches/:batch/', undoImport, {
    summary: 'Undo an import: delete its images with their contributions and files',
    responses: { 200: undoneImport },
    errorResponses: { 404: 'The audit log has no such import.' },
    target: batchOf,
    present: ({ isComplete, ...undone }) =>
      json({ ...undone, complete: isComplete } satisfies UndoneImport),
  }),
]

/** @throws CatalogError kind `not_found` if it is no UUID */
function batchOf({ params }: Pick<RouteRequest, 'params'>): { batch: string } {
  const { data } = batchUuid.safeParse(params['batch'])
  if (data === undefined) throw notFound('Import not found.')
  return { batch: data }
}

/** Presents imports with who began each, and the number of images that each created. */
async function presentImports(
  reads: Reads,
  entries: readonly AuditEntry[],
): Promise<ImportBatch[]> {
  const batches = entries.map(({ batch }) => batch ?? '')
  const counts = await countImported(reads, batches)
  const firsts = await findFirstEntries(reads, batches)
  return entries.map((entry) => {
    const first = firsts.get(entry.batch) ?? entry
    return presentImport(entry, { first, imported: counts.get(entry.batch) ?? 0 })
  })
}

function presentImport(
  entry: AuditEntry,
  { first, imported }: { first: AuditEntry; imported: number },
): ImportBatch {
  const { at, actor, username, batch } = first
  return {
    id: batch ?? '',
    name: nameOfImport(entry),
    created_at: formatTimestamp(at),
    user: 'userId' in actor ? { id: actor.userId, username: username ?? '' } : null,
    imported,
  }
}

/**
 * Counts what undoing an import deletes.
 * @throws CatalogError kind `not_found`
 */
async function previewUndo(reads: Reads, batch: string): Promise<ImportDeletion> {
  const entry = await getImportBatch(reads, batch)
  const found = { images: 0, duplicated: 0 }
  let contributions = await countByOthers(reads, [])
  for await (const images of readImportedImages(reads, batch)) {
    const ids = images.map(({ id }) => id)
    found.images += images.length
    found.duplicated += images.filter(({ isDuplicated }) => isDuplicated).length
    contributions = await countByOthers(reads, ids, contributions)
  }
  const first = (await findFirstEntries(reads, [batch])).get(batch) ?? entry
  const imported = (await countImported(reads, [batch])).get(batch) ?? 0
  return { ...presentImport(entry, { first, imported }), ...found, contributions }
}
