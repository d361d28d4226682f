import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { invalid } from '../../../../core/errors.ts'
import { folder, s3Url } from '../../../../core/setting-types.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { EXIT } from '../../../exit-codes.ts'
import { formatBytes, formatCount } from '../../../format.ts'
import { hint, tell } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { createFindingReport } from './finding-report.ts'

interface Options extends DataOption {
  to: string
}

async function runCopyStorage(cli: Cli, options: Options): Promise<void> {
  const { copyStorage } = await import('../../../../core/stored-files/copy-storage.ts')
  const { openOtherStorage } = await import('../../../../core/storage/open-storage.ts')
  const { takeTemporaryLock } = await import('../../../../core/db/locks.ts')
  const report = createFindingReport(cli)
  const totals = { copied: 0, bytes: 0, present: 0 }
  try {
    await withCatalog(cli, options, async ({ config, reads, storage: source }) => {
      await using target = await openOtherStorage(config, options.to, takeTemporaryLock)
      const copy = { reads, source, target, signal: cli.signal, totals }
      for await (const finding of copyStorage(copy)) report.add(finding)
      report.end()
      hint(cli, describeTotals(totals))
    })
  } catch (error) {
    if (totals.copied > 0)
      tell(cli, [describeTotals(totals), 'Run the same command again to continue.'])
    throw error
  }
  if (report.count > 0) cli.exitCode = EXIT.integrity
}

function describeTotals({
  copied,
  bytes,
  present,
}: Record<'copied' | 'bytes' | 'present', number>) {
  const files = `${formatCount(copied, 'file')} (${formatBytes(bytes)})`
  return `Copied ${files}. ${formatCount(present, 'file')} had been copied before.`
}

/** @returns the URL of a bucket, or an absolute path */
function parseTarget(cli: Cli, given: string): string {
  try {
    return given.startsWith('s3://') ? s3Url(given) : resolve(cli.cwd, folder(given))
  } catch (error) {
    throw invalid('--to', (error as Error).message)
  }
}

export const copyStorageCommand: CommandFactory = (cli) =>
  new Command('copy')
    .description('Copy the files of all images to a bucket or a directory')
    .requiredOption('--to <storage>', 'Bucket (s3://bucket/prefix) or data directory', (given) =>
      parseTarget(cli, given),
    )
    .addOption(createDataOption())
    .action((options) => runCopyStorage(cli, options))
