import { formatTimestamp } from '../../../../core/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import {
  createListCommand,
  takePage,
  toFilter,
  type ListOptions,
} from '../contributions/list-options.ts'
import { withCatalog } from '../with-catalog.ts'

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
  createListCommand('List comments').action((options) => runListComments(cli, options))
