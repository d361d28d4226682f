import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../cli.ts'
import { deleteEach } from '../client/delete-each.ts'
import { nullIfAbsent, readResults, sendInTurn } from '../client/requests.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createPlaceOption, withApi, type Placed } from '../host/with-api.ts'
import { readIds } from '../options/read-arguments.ts'
import { createDryRunOption } from '../terminal/confirm.ts'
import { print } from '../terminal/output.ts'
import { createListCommand, takePage } from './admin/contributions/options.ts'
import { findUserId } from './user/find-person.ts'

const listCommentsCommand: CommandFactory = (cli) =>
  createListCommand('List comments, hidden ones too', createPlaceOption()).action(
    async (options) => {
      const { commentPage: schema } = await import('../../core/contract/comment.ts')
      const { image, user: named, after, limit } = options
      const comments = await withApi(cli, options, async (api) => {
        const user = named === undefined ? undefined : await findUserId(api, named)
        const query = { image, user, after }
        return readResults(api, { path: '/api/v2/comments/', query, schema, limit: limit + 1 })
      })
      const rows = takePage(cli, comments, options).map(({ image_id, user, ...comment }) => ({
        id: comment.id,
        image: image_id,
        text: comment.text,
        user: user.username,
        created_at: comment.created_at,
        hidden: comment.hidden,
      }))
      print(cli, rows, ['id', 'image', 'user', 'created_at', 'hidden'], ['text'])
    },
  )

interface Hiding {
  /** As the command was given them. */
  ids: readonly string[]
  isHidden: boolean
}

async function runSetHidden(
  cli: Cli,
  { ids: given, isHidden, ...options }: Placed<Hiding>,
): Promise<void> {
  const { anyComment } = await import('../../core/contract/comment.ts')
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

const hideCommentsCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide comments, which only staff can then see')
    .argument(...COMMENT_IDS)
    .addOption(createPlaceOption('PUT /api/v2/comments/:id/hidden/'))
    .action((ids, options) => runSetHidden(cli, { ...options, ids, isHidden: true }))

const unhideCommentsCommand: CommandFactory = (cli) =>
  new Command('unhide')
    .description('Show hidden comments again')
    .argument(...COMMENT_IDS)
    .addOption(createPlaceOption('DELETE /api/v2/comments/:id/hidden/'))
    .action((ids, options) => runSetHidden(cli, { ...options, ids, isHidden: false }))

const deleteCommentsCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete comments')
    .argument(...COMMENT_IDS)
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/comments/:id/'))
    .action((ids, options) =>
      deleteEach(cli, { ...options, ids, noun: 'comment', path: '/api/v2/comments/' }),
    )

export const MODERATION = [
  listCommentsCommand,
  hideCommentsCommand,
  unhideCommentsCommand,
  deleteCommentsCommand,
]

export const commentCommands = createCommandGroup('comment', 'Moderate comments', MODERATION)
