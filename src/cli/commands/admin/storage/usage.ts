import { Command } from '@commander-js/extra-typings'
import type { Config } from '../../../../core/config/config.ts'
import type { ObjectStore } from '../../../../core/storage/object-store.ts'
import type { StorageUsage } from '../../../../core/stored-files/measure-storage.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { formatBytes } from '../../../terminal/format.ts'
import { locateCatalog } from '../../../host/locate-catalog.ts'
import { print } from '../../../terminal/output.ts'
import { createDataOption, type DataOption } from '../../../host/with-catalog.ts'

async function runStorageUsage(cli: Cli, { data }: DataOption): Promise<void> {
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
}

/** Returns null if the image files are in the data directory. */
async function openBucketOf(config: Config): Promise<ObjectStore | null> {
  const { storageUrl } = config
  if (storageUrl === null) return null
  const { openStorage } = await import('../../../../core/storage/open-storage.ts')
  const { takeTemporaryLock } = await import('../../../../core/database/locks.ts')
  return await openStorage(config, takeTemporaryLock)
}

export const storageUsageCommand: CommandFactory = (cli) =>
  new Command('usage')
    .description('Show the number and size of the files by kind')
    .addOption(createDataOption())
    .action((options) => runStorageUsage(cli, options))
