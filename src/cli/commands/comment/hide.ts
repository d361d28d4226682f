import { Command } from '@commander-js/extra-typings'
import { nullIfAbsent } from '../../client/null-if-absent.ts'
import { sendInTurn } from '../../client/send-in-turn.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print } from '../../terminal/output.ts'
import { readIds } from '../../options/read-ids.ts'

interface Hiding {
  /** As the command was given them. */
  ids: readonly string[]
  isHidden: boolean
}

async function runSetHidden(
  cli: Cli,
  { ids: given, isHidden, ...options }: Placed<Hiding>,
): Promise<void> {
  const { anyComment } = await import('../../../core/contract/comment.ts')
  const ids = await readIds(cli, given)
  const method = isHidden ? 'PUT' : 'DELETE'
  const state = isHidden ? 'hidden' : 'shown'
  const rows = await withApi(cli, options, async (api) => {
    const rows = []
    for (const id of ids) {
      const path = `/api/v2/comments/${id}/`
      const before = await nullIfAbsent(api.get(path, anyComment))
      if (before) await sendInTurn(cli, api, { method, path: `${path}hidden/` })
      rows.push({
        id,
        state: before ? state : 'absent',
        changed: before !== null && before.hidden !== isHidden,
      })
    }
    return rows
  })
  print(cli, rows, ['id', 'state', 'changed'])
}

const COMMENT_IDS = ['<id...>', 'Ids, or - for the lines of standard input'] as const

export const hideCommentsCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide comments, which only staff can then see')
    .argument(...COMMENT_IDS)
    .addOption(createPlaceOption('PUT /api/v2/comments/:id/hidden/'))
    .action((ids, options) => runSetHidden(cli, { ...options, ids, isHidden: true }))

export const unhideCommentsCommand: CommandFactory = (cli) =>
  new Command('unhide')
    .description('Show hidden comments again')
    .argument(...COMMENT_IDS)
    .addOption(createPlaceOption('DELETE /api/v2/comments/:id/hidden/'))
    .action((ids, options) => runSetHidden(cli, { ...options, ids, isHidden: false }))
