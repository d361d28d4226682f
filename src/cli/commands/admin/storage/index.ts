import { Command } from '@commander-js/extra-typings'
import { invalid } from '../../../../core/base/errors.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import type { Config } from '../../../../core/config/config.ts'
import type { ObjectStore } from '../../../../core/storage/object-store.ts'
import type { StorageUsage } from '../../../../core/stored-files/measure-storage.ts'
import type { Cli } from '../../../cli.ts'
import { createCommandGroup, type CommandFactory } from '../../../command.ts'
import { locateCatalog } from '../../../host/locate-catalog.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { formatBytes } from '../../../terminal/format.ts'
import { hint, tell, printRecord, print } from '../../../terminal/output.ts'
import { copyStorageCommand } from './copy.ts'
import { createFindingReport } from './finding-report.ts'
import { pruneStorageCommand } from './prune.ts'
import { restoreTrashCommand, listTrashCommand } from './trash.ts'

function describeAdvice(count: number): string[] {
  return [
    `${count} files are missing, changed or untracked.`,
    'Restore missing and changed originals from a backup. Make derivatives and tiles again: catalog admin reprocess display --missing',
    'Move untracked files to the trash: catalog admin storage prune',
  ]
}

const verifyStorageCommand: CommandFactory = (cli) =>
  new Command('verify')
    .description('Compare the stored files with the database')
    .option('--quick', 'Compare sizes only, not digests')
    .option('--image <id>', 'Only this image', parsePositiveInteger)
    .option('--from <id>', 'Only images from this id, to continue', parsePositiveInteger)
    .addOption(createDataOption())
    .action(async (options) => {
      const { quick, image, from } = options
      if (image !== undefined && from !== undefined)
        throw invalid('--from', 'cannot be combined with --image')
      const { verifyStorage } = await import('../../../../core/stored-files/verify-storage.ts')
      let last = from
      const onProgress = (id: number): void => void (last = id)
      const check = { quick, image, from, signal: cli.signal, onProgress }
      const report = createFindingReport(cli)
      try {
        await withCatalog(cli, options, async (catalog) => {
          for await (const finding of verifyStorage(catalog, check)) report.add(finding)
        })
      } finally {
        report.end()
        if (cli.signal.aborted && last !== undefined)
          tell(cli, `Continue with: catalog admin storage verify --from ${last}`)
      }
      const { count } = report
      if (count === 0) return hint(cli, 'All files are as the database describes them.')
      cli.exitCode = EXIT.integrity
      tell(cli, describeAdvice(count))
    })

interface AdoptOptions extends DataOption {
  dryRun?: true
}

async function adopt(cli: Cli, catalog: Catalog, { dryRun }: AdoptOptions): Promise<void> {
  const { compareFiles } = await import('../../../../core/stored-files/compare-files.ts')
  const { adoptFiles, describeStorage } =
    await import('../../../../core/stored-files/require-own-files.ts')
  const place = describeStorage(catalog.config, catalog.storage)
  const found = await compareFiles(catalog, cli.signal)
  printRecord(cli, { storage: place.name, ...found })
  if (dryRun) return hint(cli, 'Nothing was changed.')
  const question = `Use the files in ${place.name} for this database?`
  if (!(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
  await adoptFiles(place, catalog)
  if (found.missing > 0)
    hint(cli, 'List the images without a file with: catalog admin storage verify --quick')
}

const adoptStorageCommand: CommandFactory = (cli) =>
  new Command('adopt')
    .description(
      'Use a storage whose files belong to another database, or to an earlier copy of this one',
    )
    .option('--dry-run', 'Only count the files')
    .addOption(createDataOption())
    .action(async (options) => {
      if (!options.dryRun) requireYes(cli, 'Adopting files')
      const work = (catalog: Catalog) => adopt(cli, catalog, options)
      await withCatalog(cli, options, work, { acceptsOtherFiles: true })
    })

/** Returns null if the image files are in the data directory. */
async function openBucketOf(config: Config): Promise<ObjectStore | null> {
  const { storageUrl } = config
  if (storageUrl === null) return null
  const { openStorage } = await import('../../../../core/storage/open-storage.ts')
  const { takeTemporaryLock } = await import('../../../../core/database/locks.ts')
  return await openStorage(config, takeTemporaryLock)
}

const storageUsageCommand: CommandFactory = (cli) =>
  new Command('usage')
    .description('Show the number and size of the files by kind')
    .addOption(createDataOption())
    .action(async ({ data }) => {
      const { requireCatalog } = await import('../../../../core/catalog/require-catalog.ts')
      const { measureStorage } = await import('../../../../core/stored-files/measure-storage.ts')
      const place = await locateCatalog(cli, { data })
      await requireCatalog(place)
      const rows: StorageUsage[] = []
      const { config } = place
      await using storage = await openBucketOf(config)
      const measured = measureStorage({ ...config, storage }, cli.signal)
      for await (const usage of measured) rows.push(usage)
      const isTable = cli.globals.output === 'human'
      const sized = rows.map((row) => ({ ...row, size: formatBytes(row.bytes) }))
      print(cli, isTable ? sized : rows, ['kind', 'files', isTable ? 'size' : 'bytes'])
    })

export const storageCommands = createCommandGroup(
  'storage',
  'Check and clean up the stored files',
  [
    verifyStorageCommand,
    copyStorageCommand,
    adoptStorageCommand,
    pruneStorageCommand,
    listTrashCommand,
    restoreTrashCommand,
    storageUsageCommand,
  ],
)
