import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { CatalogError } from '../../core/base/errors.ts'
import { confirm, requireYes } from '../terminal/confirm.ts'
import { declareEndpoints } from '../host/with-api.ts'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { parseRowRanges, type RowRanges } from '../tables/row-ranges.ts'
import { addFilterOptions, toFilterParameters } from '../options/filter-options.ts'
import { parsePositiveInteger } from '../options/option-parsers.ts'
import { hint, tell } from '../terminal/output.ts'
import { CLEARABLE, type ClearableColumn } from '../update/clearable-columns.ts'
import type { PreparedUpdate } from '../update/prepare-update.ts'
import type { UpdateResult } from '../update/update-result.ts'
import { LAYER_FILTERS } from './export/export-options.ts'
import {
  addTableOptions,
  toPrepareOptions,
  requireColumn,
  withEncoding,
  addPlacementOptions,
  type ManifestFlags,
} from './import/manifest-options.ts'

interface UpdateFlags extends Omit<ManifestFlags, 'collection' | 'files'> {
  template?: true
  journal?: string
  clear: ClearableColumn[]
  rows?: RowRanges
  concurrency: number
  dryRun?: true
}

/** Checks the whole table, then compares each row with its image and sends the differences. */
async function runUpdateCommand(cli: Cli, path: string, given: UpdateFlags): Promise<void> {
  const isDryRun = given.dryRun === true
  if (!isDryRun) requireYes(cli, 'Updating images')
  const flags = await withEncoding(cli, path, { ...given, files: [] })
  const prepared = await prepare(cli, path, flags)
  const { result, target, manifest } = prepared
  if (result.errors > 0) {
    const { reportCheck } = await import('../import/check/report-check.ts')
    const seeAllHint = '-o tsv lists them as a table'
    reportCheck(cli, { manifest, result, target, seeAllHint })
    cli.exitCode = EXIT.invalid_data
    return
  }
  const { hintFindings } = await import('../import/check/report-check.ts')
  hintFindings(cli, result)
  const { formatCount } = await import('../terminal/format.ts')
  const images = `${formatCount(prepared.planned.length, 'image')} at ${target.url} as ${target.account}`
  tell(
    cli,
    isDryRun ? `Comparing ${images}.` : `Updating ${images}, where they differ from the table.`,
  )
  if (!isDryRun && !(await confirm(cli))) return tell(cli, 'Nothing was sent.')
  await run(cli, prepared, { concurrency: flags.concurrency, isDryRun })
}

async function prepare(
  cli: Cli,
  path: string,
  flags: UpdateFlags & ManifestFlags,
): Promise<PreparedUpdate> {
  const { prepareUpdate } = await import('../update/prepare-update.ts')
  const { openImport } = await import('./import/open-import.ts')
  using imported = flags.journal === undefined ? undefined : await openImport(cli, flags.journal)
  return await prepareUpdate(cli, path, {
    ...toPrepareOptions(flags),
    ...(flags.rows && { rows: flags.rows }),
    ...(imported && { imported }),
    clear: flags.clear,
  })
}

async function run(
  cli: Cli,
  prepared: PreparedUpdate,
  how: { concurrency: number; isDryRun: boolean },
): Promise<void> {
  const { runUpdate } = await import('../update/run-update.ts')
  const { exitCodeOfUpdate, reportUpdate, describeKept, describeUpdate } =
    await import('../update/report-update.ts')
  const done = await runUpdate(cli, prepared, how)
  reportUpdate(cli, done.results, { dry_run: how.isDryRun, target: prepared.target })
  tell(cli, describeUpdate(done.results, how.isDryRun))
  const kept = describeKept(done)
  if (kept !== undefined) hint(cli, kept)
  if (!how.isDryRun && done.results.some(hasNewMetadata))
    hint(cli, `Moderators can revert this with: catalog audit revert --batch ${done.batch}`)
  if (done.stoppedBy) tell(cli, `Stopped early: ${done.stoppedBy.message}`)
  cli.exitCode = exitCodeOfUpdate(cli, done)
}

/** Placements are contributions, which are not in the batch. */
function hasNewMetadata({ state, changes }: UpdateResult): boolean {
  return state === 'updated' && changes.some(({ field }) => field !== 'place')
}

function parseClearable(name: string, before: ClearableColumn[]): ClearableColumn[] {
  const column = requireColumn(name)
  const known = CLEARABLE.find((one) => one === column)
  if (known !== undefined) return [...before, known]
  throw new InvalidArgumentError(`Must be one of ${CLEARABLE.join(', ')}.`)
}

/** Writes a table to edit, or sends the differences of one. */
export const updateCommand: CommandFactory = (cli) => {
  const command = addPlacementOptions(
    addTableOptions(
      declareEndpoints(
        new Command('update'),
        'PATCH /api/v2/images/:id/',
        'POST /api/v2/georeferences/',
      )
        .description('Update the metadata and the places of images from a table')
        .argument(
          '<manifest>',
          'Table with an image_id column and the columns to update; - for standard input',
        ),
    ),
  )
    .optionsGroup('Update options:')
    .option('--journal <import>', 'Match rows by row_id or file with the images of this import')
    .option(
      '--clear <column>',
      'Let blank cells of this column clear the value; repeatable',
      parseClearable,
      [] as ClearableColumn[],
    )
    .option('--rows <ranges>', 'Update only these rows, such as 1-500,700', parseRowRanges)
    .option('--concurrency <number>', 'Number of simultaneous updates', parsePositiveInteger, 4)
    .option('--dry-run', 'Show the differences without sending anything')
    .option('--template', 'Write the table to edit, like: catalog export manifest')
  return addFilterOptions(command, LAYER_FILTERS.images, 'images').action(
    async (path, { template, ...flags }) => {
      if (template) {
        const { runExportManifest } = await import('./export/index.ts')
        return runExportManifest(cli, path, flags)
      }
      if (Object.keys(toFilterParameters(flags)).length > 0) {
        const message =
          'An update changes the images that the table names. Filters need --template.'
        throw new CatalogError('invalid', message, { code: 'usage' })
      }
      return runUpdateCommand(cli, path, flags)
    },
  )
}
