import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import {
  createAfterOption,
  createImageOption,
  createLimitOption,
  createUserOption,
  takePage,
  toFilter,
  type ListOptions,
} from '../contributions/list-options.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'

const COLUMNS = ['id', 'image', 'user', 'created_at']

async function runListComments(cli: Cli, options: ListOptions): Promise<void> {
  const { listEveryComment } = await import('../../../../core/queries/contribution-lists.ts')
  const rows = await withCatalog(cli, options, async (catalog) =>
    listEveryComment(catalog.reads, await toFilter(catalog, options)),
  )
  const shown = takePage(cli, rows, options).map((row) => ({
    ...row,
    created_at: formatTimestamp(row.created_at),
  }))
  print(cli, shown, COLUMNS, ['text'])
}

export const listCommentsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List comments')
    .addOption(createImageOption())
    .addOption(createUserOption())
    .addOption(createAfterOption())
    .addOption(createLimitOption())
    .addOption(createDataOption())
    .action((options) => runListComments(cli, options))
