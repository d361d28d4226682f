import { Command, Option } from '@commander-js/extra-typings'
import { invalid, type CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { EXIT } from '../../terminal/exit-codes.ts'
import {
  addFilterOptions,
  toFilterParameters,
  type FilterFlags,
} from '../../options/filter-options.ts'
import { formatBytes, formatCount } from '../../terminal/format.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { hint, printParts } from '../../terminal/output.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { PICTURE_KINDS, type PictureKind } from '../../reading/download/picture-urls.ts'

interface DownloadFlags extends FilterFlags {
  what: PictureKind
  dir: string
  concurrency: number
  force?: true
  all?: true
}

async function runDownload(cli: Cli, given: string[], flags: DownloadFlags): Promise<void> {
  const { openReadingApi } = await import('../../reading/open-reading-api.ts')
  const { downloadImages } = await import('../../reading/download/download-images.ts')
  const { readArguments } = await import('../../options/read-arguments.ts')
  const { startProgress } = await import('../../terminal/progress.ts')
  const names = await readArguments(cli, given)
  requireSelection(names, flags)
  const api = await openReadingApi(cli)
  const errors: CatalogError[] = []
  const { what, dir, concurrency, force = false } = flags
  const results = downloadImages(
    { cli, api, onError: (error) => errors.push(error) },
    names.length > 0 ? toIds(names) : findIds(api, flags),
    { kind: what, folder: dir, concurrency, force },
  )
  const count = names.length > 0 ? names.length : await countImages(api, flags)
  using progress = await startProgress(cli, { unit: 'images', count, bytes: 0 })
  const sum = { downloaded: 0, complete: 0, failed: 0, bytes: 0 }
  const rows = async function* () {
    for await (const result of results) {
      sum[result.state] += 1
      if (result.state === 'failed') progress.addFailed()
      else progress.addDone()
      if (result.state === 'downloaded') sum.bytes += result.bytes ?? 0
      yield [result]
    }
  }
  await printParts(cli, rows(), ['id', 'state', 'file', 'bytes', 'message'])
  hint(
    cli,
    `${formatCount(sum.downloaded, 'file')} downloaded (${formatBytes(sum.bytes)}), ` +
      `${sum.complete} already complete, ${sum.failed} failed.`,
  )
  const [error] = errors
  if (error && sum.failed === 1 && sum.downloaded + sum.complete === 0) {
    const { toExitCode } = await import('../../terminal/exit-codes.ts')
    cli.exitCode = toExitCode(error)
  } else if (error) cli.exitCode = EXIT.partial
}

/** @throws CatalogError kind `invalid` unless either images or filters are given */
function requireSelection(names: string[], { all, ...flags }: DownloadFlags): void {
  const hasFilters = all === true || Object.keys(toFilterParameters(flags)).length > 0
  if (names.length > 0 && hasFilters)
    throw invalid('images', 'cannot be given together with filters')
  if (names.length > 0) {
    const wrong = names.find((name) => !/^[1-9]\d{0,14}$/.test(name))
    if (wrong === undefined) return
    throw invalid('images', `${JSON.stringify(wrong)} is not the ID of an image`)
  }
  if (!hasFilters) throw invalid('images', 'are required: name them, use filters, or --all')
}

async function* toIds(names: string[]): AsyncGenerator<number> {
  yield* names.map(Number)
}

async function countImages(api: Api, flags: FilterFlags): Promise<number> {
  const { z } = await import('zod')
  const query = new URLSearchParams({ ...(await toQuery(api, flags)), page_size: '1' })
  const { count } = await api.get(
    `/api/v2/images/?${query.toString()}`,
    z.object({ count: z.int() }),
  )
  return count
}

async function toQuery(api: Api, flags: FilterFlags): Promise<Record<string, string>> {
  const { resolveFilters } = await import('../../client/resolve-filters.ts')
  return resolveFilters(api, toFilterParameters(flags))
}

async function* findIds(api: Api, flags: FilterFlags): AsyncGenerator<number> {
  const { readPages } = await import('../../reading/read-pages.ts')
  const query = await toQuery(api, flags)
  const options = { query, pageSize: 100, limit: Infinity, onUnsettled: () => undefined }
  for await (const { items } of readPages(api, '/api/v2/images/', options)) {
    yield* items.map(({ id }) => id)
  }
}

export const imageDownloadCommand: CommandFactory = (cli) => {
  const command = new Command('download')
    .description('Download the files of images')
    .argument('[images...]', 'IDs, or - to read them from standard input')
    .addOption(
      new Option('--what <kind>', 'Permalink: the corrected file if there is one')
        .choices(PICTURE_KINDS)
        .default('permalink' as const),
    )
    .option('--dir <folder>', 'Folder for the files', '.')
    .option('--concurrency <number>', 'Downloads at the same time', parsePositiveInteger, 4)
    .option('--force', 'Download files although they exist')
    .option('--all', 'Download the files of all images')
  return addFilterOptions(command, RESOURCES.image.filters).action((names, flags) =>
    runDownload(cli, names, flags),
  )
}
