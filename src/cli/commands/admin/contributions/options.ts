import { InvalidArgumentError, Option, Command } from '@commander-js/extra-typings'
import { parseTimestamp, type Micros } from '../../../../core/base/clock.ts'
import { invalid } from '../../../../core/base/errors.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import type { ContributionFilter } from '../../../../core/queries/people/contribution-lists.ts'
import type { Cli } from '../../../cli.ts'
import { createDataOption, type DataOption } from '../../../host/with-catalog.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { hint } from '../../../terminal/output.ts'

export function createTimeOption(description: string) {
  return new Option('--time <timestamp>', description).argParser(parseTime)
}

function parseTime(text: string): Micros {
  const time = parseTimestamp(text)
  if (time !== undefined && Number.isSafeInteger(time)) return time
  throw new InvalidArgumentError('Must be a time with a time zone, such as 2026-03-01T12:00:00Z.')
}

/**
 * A contribution from the future would stay the newest one of its image.
 * @throws CatalogError kind `invalid`
 */
export function requirePast(time: Micros, now: Micros): Micros {
  if (time <= now) return time
  throw invalid('--time', 'is in the future')
}

interface ListOptions extends DataOption {
  image?: number
  user?: string
  after: number
  limit: number
}

/** Creates the command `list` of a kind of contributions, with the options that all kinds share. */
export function createListCommand(description: string, dataOption = createDataOption()) {
  return new Command('list')
    .description(description)
    .option('--image <id>', 'Only of this image', parsePositiveInteger)
    .option('--user <name or id>', 'Only of this user, by exact name or OpenStreetMap id')
    .option('--after <id>', 'Only with ids above this one', parsePositiveInteger, 0)
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, 100)
    .addOption(dataOption)
}

/** The filter asks for one row more than the limit, which tells whether there are more. */
export async function toFilter(
  { reads }: Pick<Catalog, 'reads'>,
  { image, user, after, limit }: ListOptions,
): Promise<ContributionFilter> {
  const { getUserId } = await import('../../../../core/queries/people/find-user.ts')
  const userId = user === undefined ? undefined : await getUserId(reads, user)
  return { imageId: image, userId, after, limit: limit + 1 }
}

/** Drops the row beyond the limit and says how to list the others. */
export function takePage<Row extends { id: number }>(
  cli: Cli,
  rows: readonly Row[],
  { limit }: ListOptions,
): Row[] {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  if (rows.length > limit && last) hint(cli, `There are more. Continue with --after ${last.id}.`)
  return shown
}

export interface ImportOptions extends DataOption {
  user?: string
  time?: number
  encoding?: string
  encodingFallback?: string
  delimiter?: string
  skipInvalid?: true
  dryRun?: true
  maxErrors: number
}

/** Creates the command `import` of a kind of contributions, with the options that all kinds share. */
export function createImportCommand(description: string, formats: string) {
  return new Command('import')
    .description(description)
    .argument('<file>', formats)
    .option('--user <name or id>', 'User of rows that name none')
    .addOption(createTimeOption('Time of rows that name none'))
    .option('--skip-invalid', 'Import the valid rows although others have errors')
    .option('--dry-run', 'Show what would be imported, and write nothing')
    .option('--encoding <name>', 'Encoding of the file (default: utf-8)')
    .option('--encoding-fallback <name>', 'Encoding of lines that are not valid in the first one')
    .option('--delimiter <character>', 'Delimiter of a table (default: detected)')
    .option('--max-errors <number>', 'List at most this many errors', parsePositiveInteger, 1000)
    .addOption(createDataOption())
}
