import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { CatalogError, invalid } from '../../../../core/base/errors.ts'
import { folder, s3Url, url, type Parse } from '../../../../core/config/setting-types.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { formatBytes, formatCount } from '../../../terminal/format.ts'
import { hint, tell } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { createFindingReport } from './finding-report.ts'

interface Options extends DataOption {
  to: string
  toEndpoint?: string
  toRegion?: string
  toPathStyle?: true
  toProfile?: string
  fromProfile?: string
}

async function runCopyStorage(cli: Cli, options: Options): Promise<void> {
  const { copyStorage } = await import('../../../../core/stored-files/copy-storage.ts')
  const { openOtherStorage } = await import('../../../../core/storage/open-storage.ts')
  const { takeTemporaryLock } = await import('../../../../core/database/locks.ts')
  requireBucketForOptions(options)
  const report = createFindingReport(cli)
  const totals = { copied: 0, bytes: 0, present: 0 }
  try {
    const work = async ({ config, reads, storage: source }: Catalog): Promise<void> => {
      const other = {
        location: options.to,
        endpoint: options.toEndpoint,
        region: options.toRegion,
        pathStyle: options.toPathStyle,
        profile: options.toProfile,
      }
      await using target = await openOtherStorage(config, other, takeTemporaryLock)
      const copy = { reads, source, target, signal: cli.signal, totals }
      for await (const finding of copyStorage(copy)) report.add(finding)
      report.end()
      hint(cli, describeTotals(totals))
    }
    await withCatalog(cli, options, work, { storageProfile: options.fromProfile })
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

function requireBucketForOptions({ to, ...options }: Options): void {
  const given = [options.toEndpoint, options.toRegion, options.toPathStyle, options.toProfile]
  if (to.startsWith('s3://') || given.every((value) => value === undefined)) return
  throw new CatalogError('invalid', '--to-… options work only with --to s3://bucket/prefix.', {
    code: 'usage',
  })
}

/** @returns the URL of a bucket, or an absolute path */
function parseTarget(cli: Cli, given: string): string {
  return given.startsWith('s3://')
    ? parseOption('--to', s3Url, given)
    : resolve(cli.cwd, parseOption('--to', folder, given))
}

function parseOption(name: string, parse: Parse<string>, given: string): string {
  try {
    return parse(given)
  } catch (error) {
    throw invalid(name, (error as Error).message)
  }
}

export const copyStorageCommand: CommandFactory = (cli) =>
  new Command('copy')
    .description('Copy the files of all images to a bucket or a directory')
    .requiredOption('--to <storage>', 'Bucket (s3://bucket/prefix) or data directory', (given) =>
      parseTarget(cli, given),
    )
    .option('--to-endpoint <url>', 'URL of the S3 server with that bucket', (given) =>
      parseOption('--to-endpoint', url, given),
    )
    .option('--to-region <region>', 'Region of that bucket')
    .option('--to-path-style', 'Name that bucket in the path instead of the host name')
    .option('--to-profile <name>', 'Profile of the AWS credentials file for that bucket')
    .option('--from-profile <name>', 'Profile for the bucket of the catalog')
    .addOption(createDataOption())
    .action((options) => runCopyStorage(cli, options))
