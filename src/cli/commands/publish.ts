import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { CatalogError, invalid } from '../../core/base/errors.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { s3Url, url, type Parse } from '../../core/config/setting-types.ts'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../host/with-catalog.ts'
import { limitYoungGeneration } from '../host/young-generation.ts'
import { parsePositiveInteger } from '../options/option-parsers.ts'
import type { Target } from '../publish/target.ts'
import { formatBytes, formatCount } from '../terminal/format.ts'
import { hint, isForPrograms, printRecord } from '../terminal/output.ts'

const KEPT = 2

interface Options extends DataOption {
  keep: number
  endpoint?: string
  region?: string
  pathStyle?: true
  profile?: string
}

/** The addresses in the files must work for those who download them. */
function requireBaseUrl({ config: { baseUrl } }: Pick<Catalog, 'config'>): string {
  if (baseUrl !== null) return baseUrl
  const message = 'CATALOG_BASE_URL is not set, so that the files cannot link to the catalog.'
  throw new CatalogError('invalid', message, {
    code: 'usage',
    hint: 'Set it to the public address of the catalog, as for its server.',
  })
}

async function openTarget(
  cli: Cli,
  place: string,
  options: Options,
  { config, storage }: Pick<Catalog, 'config' | 'storage'>,
): Promise<Target> {
  if (!place.startsWith('s3://')) {
    requireBucketForOptions(options)
    const { openFolderTarget } = await import('../publish/folder-target.ts')
    return await openFolderTarget(resolve(cli.cwd, place))
  }
  const { openBucketTarget } = await import('../publish/bucket-target.ts')
  const settings = {
    url: parseOption('<place>', s3Url, place),
    endpoint: options.endpoint ?? config.storageEndpoint,
    region: options.region ?? config.storageRegion,
    pathStyle: options.pathStyle ?? config.storagePathStyle,
    profile: options.profile,
  }
  return await openBucketTarget(settings, storage)
}

function requireBucketForOptions({ endpoint, region, pathStyle, profile }: Options): void {
  if ([endpoint, region, pathStyle, profile].every((value) => value === undefined)) return
  const message =
    '--endpoint, --region, --path-style and --profile work only with s3://bucket/prefix.'
  throw new CatalogError('invalid', message, { code: 'usage' })
}

function parseOption(name: string, parse: Parse<string>, given: string): string {
  try {
    return parse(given)
  } catch (error) {
    throw invalid(name, (error as Error).message)
  }
}

export const publishCommand: CommandFactory = (cli) =>
  new Command('publish')
    .description('Publish all public data as files for downloads, on the host')
    .argument('<place>', 'Folder, or bucket: s3://bucket/prefix')
    .option('--keep <n>', 'Releases to keep, with the new one', parsePositiveInteger, KEPT)
    .option('--endpoint <url>', 'URL of the S3 server (default: that of the settings)', (given) =>
      parseOption('--endpoint', url, given),
    )
    .option('--region <region>', 'Region of the bucket')
    .option('--path-style', 'Name the bucket in the path instead of the host name')
    .option('--profile <name>', 'Profile of the AWS credentials file')
    .addOption(createDataOption())
    .action(async (place, options) => {
      const { publishRelease } = await import('../publish/publish.ts')
      limitYoungGeneration()
      await withCatalog(cli, options, async (catalog) => {
        const baseUrl = requireBaseUrl(catalog)
        await using target = await openTarget(cli, place, options, catalog)
        const request = { cli, catalog, baseUrl }
        const { manifest, removed } = await publishRelease(target, options.keep, request)
        const { release, time, rows, files } = manifest
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
        const { name } = target
        if (isForPrograms(cli))
          printRecord(cli, { place: name, release, time, rows, bytes, files, removed })
        else printRecord(cli, { place: name, release, ...rows, size: formatBytes(bytes) })
        if (removed.length > 0)
          hint(cli, `Removed ${formatCount(removed.length, 'older release')}.`)
      })
    })
