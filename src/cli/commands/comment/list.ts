import { readResults } from '../../client/read-results.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print } from '../../terminal/output.ts'
import {
  createListCommand,
  takePage,
  type ListOptions,
} from '../admin/contributions/list-options.ts'
import { findUserId } from '../user/find-person.ts'

async function runListComments(cli: Cli, options: Placed<ListOptions>): Promise<void> {
  const { commentPage: schema } = await import('../../../core/contract/comment.ts')
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
}

export const listCommentsCommand: CommandFactory = (cli) =>
  createListCommand('List comments, hidden ones too', createPlaceOption()).action((options) =>
    runListComments(cli, options),
  )
