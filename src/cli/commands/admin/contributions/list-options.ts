import { Option } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog.ts'
import type { ContributionFilter } from '../../../../core/queries/contribution-lists.ts'
import type { Cli } from '../../../cli.ts'
import { parsePositiveInteger } from '../../../option-parsers.ts'
import { hint } from '../../../output.ts'
import type { DataOption } from '../with-catalog.ts'

export interface ListOptions extends DataOption {
  image?: number
  user?: string
  after: number
  limit: number
}

export function createImageOption() {
  return new Option('--image <id>', 'Only of this image').argParser(parsePositiveInteger)
}

export function createUserOption() {
  return new Option('--user <name or id>', 'Only of this user, by exact name or OpenStreetMap id')
}

export function createAfterOption() {
  return new Option('--after <id>', 'Only with ids above this one')
    .argParser(parsePositiveInteger)
    .default(0)
}

export function createLimitOption() {
  return new Option('--limit <number>', 'List at most this many')
    .argParser(parsePositiveInteger)
    .default(100)
}

/** The filter asks for one row more than the limit, which tells whether there are more. */
export async function toFilter(
  { reads }: Pick<Catalog, 'reads'>,
  { image, user, after, limit }: ListOptions,
): Promise<ContributionFilter> {
  const { getUserId } = await import('../../../../core/queries/find-user.ts')
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
