import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import type { ContributionFilter } from '../../../../core/queries/people/contribution-lists.ts'
import type { Cli } from '../../../cli.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { hint } from '../../../terminal/output.ts'
import { createDataOption, type DataOption } from '../../../host/with-catalog.ts'

export interface ListOptions extends DataOption {
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
