import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog.ts'
import type { AuditContext } from '../../../../core/audit/record-audit.ts'
import type { Tx } from '../../../../core/db/store.ts'
import { requireYes } from '../../../confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { formatBytes, formatCount } from '../../../format.ts'
import { hint, print } from '../../../output.ts'
import { confirmDeletion, createDryRunOption } from '../confirm-deletion.ts'
import { inTransactions } from '../in-transactions.ts'
import { printServerState } from '../job/queue-state.ts'
import { readIds } from '../read-ids.ts'
import { splitListIntoBatches } from '../../../../core/split-into-batches.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { IMAGE_IDS, requireImages } from './change-images.ts'

/** Images per transaction: few, because a running server waits for its end. */
const BATCH_SIZE = 20

const COLUMNS =
  'id title georeferences from_above_georeferences validations comments files bytes state'

interface Options extends DataOption {
  dryRun?: true
  now?: true
}

async function runDeleteImages(
  cli: Cli,
  given: readonly string[],
  options: Options,
): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Deleting an image')
  const wanted = await readIds(cli, given)
  const { requireNoDuplicates } = await import('../../../../core/writes/images/delete-images.ts')
  const { findDeletedImages } = await import('../../../../core/queries/deleted-images.ts')
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const deleted = await findDeletedImages(catalog.reads, wanted)
    const ids = wanted.filter((id) => !deleted.has(id))
    await requireImages(catalog, ids)
    await requireNoDuplicates(catalog.reads, ids)
    const rows = await describeImages(catalog, ids)
    const done = { ids: wanted, rows, deleted }
    if (options.dryRun) return report(cli, done, 'would_delete')
    if (ids.length === 0 && !options.now) return report(cli, done, 'deleted')
    const bytes = formatBytes(rows.reduce((sum, row) => sum + row.bytes, 0))
    const what = `${formatCount(ids.length, 'image')} with all contributions and files (${bytes})`
    if (!(await confirmDeletion(cli, what))) return
    if (options.now) await requireNoRunningBackup(catalog)
    const { reads, write, clock } = catalog
    const context = { actor, now: clock.now() }
    await deleteInBatches({ reads, write, signal: cli.signal }, ids, context)
    if (options.now) await deleteFilesAtOnce(catalog, wanted)
    report(cli, done, 'deleted')
    if (!options.now)
      hint(cli, [
        'Background jobs move the originals to the trash, where they stay for 30 days.',
        'Delete them for good with: catalog admin storage prune --empty-trash --image ID',
      ])
    await printServerState(cli, catalog)
  })
}

/**
 * After the question, during which a backup may start, and before rows are deleted, because a backup that copies them
 * still needs the files.
 */
async function requireNoRunningBackup({ config }: Pick<Catalog, 'config'>): Promise<void> {
  const { requireNoBackup } = await import('../../../../core/stored-files/trash-untracked.ts')
  requireNoBackup(config)
}

/** Removes all files of images that have no rows any more, also from the trash. */
async function deleteFilesAtOnce(
  { storage }: Pick<Catalog, 'storage'>,
  ids: readonly number[],
): Promise<void> {
  const { imagePrefixes } = await import('../../../../core/storage/keys.ts')
  const { emptyTrash } = await import('../../../../core/stored-files/trash.ts')
  for (const prefix of ids.flatMap(imagePrefixes)) await storage.removeBelow(prefix)
  await Array.fromAsync(emptyTrash(storage, new Set(ids)))
}

/** Counts what belongs to each image. */
async function describeImages(catalog: Pick<Catalog, 'reads' | 'storage'>, ids: readonly number[]) {
  const { countImageParts, listHostImages } =
    await import('../../../../core/queries/host-images.ts')
  const { imagePrefixes } = await import('../../../../core/storage/keys.ts')
  const count = await countImageParts(catalog.reads, ids)
  const rows = []
  for (const { id, title } of await listHostImages(catalog.reads, ids)) {
    const stored = { files: 0, bytes: 0 }
    for (const prefix of imagePrefixes(id)) {
      const { files, bytes } = await catalog.storage.measure(prefix)
      stored.files += files
      stored.bytes += bytes
    }
    rows.push({
      id,
      title,
      georeferences: count('georeference', id),
      from_above_georeferences: count('from_above_georeference', id),
      validations: count('validation', id),
      comments: count('comment', id),
      subjects: count('image_subject', id),
      embeddings: count('embedding', id),
      ...stored,
    })
  }
  return rows
}

/** An image and its duplicates may be in different batches, so duplicates are deleted first. */
async function deleteInBatches(
  { reads, write, signal }: Pick<Catalog, 'reads' | 'write'> & Pick<Cli, 'signal'>,
  ids: readonly number[],
  context: AuditContext,
): Promise<void> {
  const { deleteImages } = await import('../../../../core/writes/images/delete-images.ts')
  const { listHostImages } = await import('../../../../core/queries/host-images.ts')
  const images = await listHostImages(reads, ids)
  const [originals, duplicates] = [
    images.filter((image) => image.duplicate_of === null),
    images.filter((image) => image.duplicate_of !== null),
  ]
  const ordered = [...duplicates, ...originals].map(({ id }) => id)
  const batches = splitListIntoBatches(ordered, BATCH_SIZE)
  const remove = (tx: Tx, batch: number[]) => deleteImages(tx, batch, context)
  await inTransactions({ write, signal }, batches, remove, 1)
}

interface Report {
  /** The ids as the command was given them. */
  ids: readonly number[]
  rows: readonly { id: number }[]
  /** Titles of images that an earlier command deleted. */
  deleted: ReadonlyMap<number, string>
}

/** An interrupted command can run again with the same ids, so what it deleted is no error. */
function report(cli: Cli, { ids, rows, deleted }: Report, state: string): void {
  const before = [...deleted].map(([id, title]) => ({ id, title, state: 'already_deleted' }))
  const now = rows.map((row) => ({ ...row, state }))
  const byId = new Map([...before, ...now].map((row) => [row.id, row]))
  print(
    cli,
    ids.flatMap((id) => byId.get(id) ?? []),
    COLUMNS.split(' '),
  )
  if (deleted.size > 0) {
    hint(
      cli,
      `${formatCount(deleted.size, 'image')} had been deleted before, as the audit log shows.`,
    )
  }
}

export const deleteImagesCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete images with their contributions and files, for ever')
    .argument(...IMAGE_IDS)
    .addOption(createDryRunOption())
    .option('--now', 'Delete the files at once, also from the trash, as a take-down requires')
    .addOption(createDataOption())
    .action((ids, options) => runDeleteImages(cli, ids, options))
