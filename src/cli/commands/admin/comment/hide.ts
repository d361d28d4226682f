import { Command } from '@commander-js/extra-typings'
import type { AuditContext } from '../../../../core/audit/record-audit.ts'
import type { Tx } from '../../../../core/db/store.ts'
import { CatalogError } from '../../../../core/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { inTransactions } from '../in-transactions.ts'
import { readIds } from '../read-ids.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Hiding {
  /** As the command was given them. */
  ids: readonly string[]
  change: (tx: Tx, id: number, context: AuditContext) => Promise<boolean>
  /** What a comment is afterwards, whether it changes or not. */
  state: 'hidden' | 'shown'
}

async function changeComments(
  cli: Cli,
  options: DataOption,
  { ids: given, change, state }: Hiding,
): Promise<void> {
  const ids = await readIds(cli, given)
  const rows = await withCatalog(cli, options, ({ write, clock }, { actor }) => {
    const context = { actor, now: clock.now() }
    return inTransactions({ write, signal: cli.signal }, ids, async (tx, id) => {
      const isChanged = await change(tx, id, context).catch(toAbsent)
      return { id, state: isChanged === undefined ? 'absent' : state, changed: isChanged ?? false }
    })
  })
  print(cli, rows, ['id', 'state', 'changed'])
}

/** A comment that does not exist is reported, and is no error. */
function toAbsent(error: unknown): undefined {
  if (error instanceof CatalogError && error.kind === 'not_found') return undefined
  throw error
}

const COMMENT_IDS = ['<id...>', 'Ids, or - for the lines of standard input'] as const

export const hideCommentsCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide comments, which only staff can then see')
    .argument(...COMMENT_IDS)
    .addOption(createDataOption())
    .action(async (ids, options) => {
      const { hideCommentRow } = await import('../../../../core/writes/comments/hide-comment.ts')
      await changeComments(cli, options, { ids, change: hideCommentRow, state: 'hidden' })
    })

export const unhideCommentsCommand: CommandFactory = (cli) =>
  new Command('unhide')
    .description('Show hidden comments again')
    .argument(...COMMENT_IDS)
    .addOption(createDataOption())
    .action(async (ids, options) => {
      const { unhideCommentRow } = await import('../../../../core/writes/comments/hide-comment.ts')
      await changeComments(cli, options, { ids, change: unhideCommentRow, state: 'shown' })
    })
