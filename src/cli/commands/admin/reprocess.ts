import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Argument, Command } from '@commander-js/extra-typings'
import { invalid } from '../../../core/base/errors.ts'
import type { Catalog } from '../../../core/catalog/catalog.ts'
import type { Reprocessed, Reprocessing } from '../../../core/jobs/reprocess.ts'
import type { DateReprocessing } from '../../../core/jobs/reprocess-dates.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { locateCatalog } from '../../host/locate-catalog.ts'
import { appendPositiveInteger } from '../../options/option-parsers.ts'
import { hint, printRecord } from '../../terminal/output.ts'
import { printServerState } from './job/queue-state.ts'
import { createDataOption, withCatalog, type DataOption } from '../../host/with-catalog.ts'

/** Kinds of derivatives, by their names on the command line. */
const DERIVATIVES = { thumbnails: 'thumbnail', display: 'display', corrected: 'corrected' } as const

type Processed = keyof typeof DERIVATIVES | 'tiles' | 'embeddings'

type What = Processed | 'dates' | 'textindex'

interface Options extends DataOption {
  image?: number[]
  collection?: string
  source?: string
  missing?: true
  failed?: true
  all?: true
}

async function runReprocess(cli: Cli, what: What, options: Options): Promise<void> {
  requireSelection(options)
  if (what === 'textindex') return dropTextIndex(cli, options)
  if (what === 'dates') refuseFilters(options)
  const { getCollectionId } = await import('../../../core/queries/sources/collection-id.ts')
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const { image: ids, collection, source, missing, failed } = options
    const collectionId =
      collection === undefined
        ? undefined
        : await getCollectionId(catalog.reads, collection, source)
    if (what === 'dates') return reprocessDates(cli, catalog, { ids, collectionId, actor })
    const wanted = { ids, collectionId, missing, failed, actor }
    const { images, queued } = await reprocess(catalog, what, {
      reprocessing: wanted,
      signal: cli.signal,
    })
    printRecord(cli, { images, queued })
    if (queued < images) hint(cli, `${images - queued} of them were already queued.`)
    if (queued > 0) await printServerState(cli, catalog)
  })
}

async function reprocess(
  catalog: Catalog,
  what: Processed,
  { reprocessing, signal }: { reprocessing: Reprocessing; signal: AbortSignal },
): Promise<Reprocessed> {
  const { reprocessDerivatives, reprocessEmbeddings, reprocessTiles } =
    await import('../../../core/jobs/reprocess.ts')
  if (what === 'tiles') return await reprocessTiles(catalog, reprocessing, signal)
  if (what !== 'embeddings')
    return await reprocessDerivatives(catalog, DERIVATIVES[what], reprocessing, signal)
  const { requireWantedModel } = await import('../../../core/jobs/embedding-models.ts')
  const { id } = await requireWantedModel(catalog, signal)
  return await reprocessEmbeddings(catalog, id, reprocessing, signal)
}

async function reprocessDates(
  cli: Cli,
  catalog: Catalog,
  reprocessing: DateReprocessing,
): Promise<void> {
  const { reprocessDates: recompute } = await import('../../../core/jobs/reprocess-dates.ts')
  printRecord(cli, await recompute(catalog, reprocessing, cli.signal))
}

/** The server holds the index in memory and saves it when it stops, so it must not run. */
async function dropTextIndex(cli: Cli, options: Options): Promise<void> {
  if (!options.all) throw invalid('textindex', 'requires --all, since it covers all images')
  const { textIndexPath } = await import('../../../core/storage/disk/data-folder.ts')
  const { requireCatalog } = await import('../../../core/catalog/require-catalog.ts')
  const { takeServeLock } = await import('../../../core/database/locks.ts')
  const place = await locateCatalog(cli, { data: options.data })
  await requireCatalog(place)
  const { config } = place
  using _lock = takeServeLock(config.data)
  const path = textIndexPath(config.data)
  const dropped = existsSync(path)
  if (dropped) await auditDropping(cli, options)
  await rm(path, { force: true })
  printRecord(cli, { dropped })
  hint(cli, 'The server builds the index from the texts when it starts.')
}

async function auditDropping(cli: Cli, options: Options): Promise<void> {
  const { auditReprocessing } = await import('../../../core/jobs/audit-reprocessing.ts')
  await withCatalog(cli, options, ({ clock, write }, { actor }) =>
    write((tx) => auditReprocessing(tx, { actor, now: clock.now() }, 'textindex')),
  )
}

/** Dates are computed at once, so none is missing, and no job of them fails. */
function refuseFilters({ missing, failed }: Options): void {
  if (!missing && !failed) return
  throw invalid('dates', 'cannot be selected with --missing or --failed')
}

/** Requires --all, so that a forgotten option never regenerates everything. */
function requireSelection({ image, collection, missing, failed, all }: Options): void {
  const filters = [image, collection, missing, failed].filter((option) => option !== undefined)
  if (all && filters.length > 0) {
    throw invalid('--all', 'cannot be combined with --image, --collection, --missing or --failed')
  }
  if (all || filters.length > 0) return
  throw invalid('reprocess', 'requires --image, --collection, --missing, --failed or --all')
}

export const reprocessCommand: CommandFactory = (cli) =>
  new Command('reprocess')
    .description(
      'Regenerate the derivatives, tiles, embeddings or date bounds of images, or the text index',
    )
    .addArgument(
      new Argument(
        '<what>',
        'Derivatives are made together; tiles and embeddings are made from them. For dates, the years that filters compare are computed again. For textindex, the saved index is deleted while no server runs, and the next one builds it.',
      ).choices([
        ...(Object.keys(DERIVATIVES) as What[]),
        'tiles' as const,
        'embeddings' as const,
        'dates' as const,
        'textindex' as const,
      ]),
    )
    .option('--image <id>', 'Regenerate for this image; repeatable', appendPositiveInteger)
    .option('--collection <id or slug>', 'Regenerate for this collection')
    .option('--source <id or slug>', 'Source of the collection, if several share its slug')
    .option('--missing', 'Only where the files are missing or outdated')
    .option('--failed', 'Only where processing failed')
    .option('--all', 'Regenerate for all images')
    .addOption(createDataOption())
    .action((what, options) => runReprocess(cli, what, options))
