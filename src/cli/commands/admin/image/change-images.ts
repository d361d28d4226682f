import type { AuditContext } from '../../../../core/audit/record-audit.ts'
import type { Catalog } from '../../../../core/catalog.ts'
import type { Tx } from '../../../../core/db/store.ts'
import { notFound } from '../../../../core/errors.ts'
import type { Cli } from '../../../cli.ts'
import { print } from '../../../output.ts'
import { inTransactions } from '../in-transactions.ts'
import { readIds } from '../read-ids.ts'
import { withCatalog, type DataOption } from '../with-catalog.ts'

const COLUMNS = ['id', 'title', 'georeference_status', 'changed']

interface ImageChange {
  /** As the command was given them. */
  ids: readonly string[]
  change: (tx: Tx, imageId: number, context: AuditContext) => Promise<unknown>
  /** Columns to show besides those that all commands show. */
  columns?: readonly string[]
}

/** Changes images one by one, and prints them with whether they changed. */
export async function changeImages(
  cli: Cli,
  options: DataOption,
  { ids: given, change, columns = [] }: ImageChange,
): Promise<void> {
  const ids = await readIds(cli, given)
  await withCatalog(cli, options, async (catalog, { actor }) => {
    await requireImages(catalog, ids)
    const context = { actor, now: catalog.clock.now() }
    const revisions = await inTransactions(
      { write: catalog.write, signal: cli.signal },
      ids,
      async (tx, id) => {
        const before = await readRevision(tx, id)
        await change(tx, id, context)
        return before !== (await readRevision(tx, id))
      },
    )
    const { listHostImages } = await import('../../../../core/queries/host-images.ts')
    const images = await listHostImages(catalog.reads, ids)
    const rows = images.map((image, index) => ({ ...image, changed: revisions[index] ?? false }))
    print(cli, rows, [...COLUMNS.slice(0, -1), ...columns, 'changed'])
  })
}

/** @throws CatalogError kind `not_found` that names images that do not exist */
export async function requireImages(
  { reads }: Pick<Catalog, 'reads'>,
  ids: readonly number[],
): Promise<void> {
  const { findExistingIds } = await import('../../../../core/queries/contribution-lists.ts')
  const known = await findExistingIds(reads, 'image', ids)
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return
  const named = missing.slice(0, 10).join(', ')
  const others = missing.length > 10 ? ` and ${missing.length - 10} others` : ''
  throw notFound(`These images do not exist: ${named}${others}. Nothing was changed.`)
}

/** Every change of metadata, file or tags makes a new revision. */
async function readRevision(tx: Tx, id: number): Promise<number | undefined> {
  const image = await tx
    .selectFrom('image')
    .select('revision')
    .where('id', '=', id)
    .executeTakeFirst()
  return image?.revision
}

/** The argument of the commands that change images. */
export const IMAGE_IDS = ['<id...>', 'Image ids, or - for the lines of standard input'] as const
