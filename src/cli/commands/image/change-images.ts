import { randomUUID } from 'node:crypto'
import { CatalogError } from '../../../core/base/errors.ts'
import type { ResourceApi } from '../../client/api.ts'
import { sendInTurn } from '../../client/requests.ts'
import { withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import { print } from '../../terminal/output.ts'
import { readIds } from '../../options/read-arguments.ts'

const COLUMNS = ['id', 'title', 'georeference_status']

/** The argument of the commands that change images. */
export const IMAGE_IDS = ['<id...>', 'Image ids, or - for the lines of standard input'] as const

export interface FeedUserOption {
  /** Name or id of the user shown in the feed as the author of changes of subjects. */
  user?: string | undefined
}

interface ImageChange extends FeedUserOption {
  /** As the command was given them. */
  ids: readonly string[]
  /** Prepares the change, before any image is changed. Returns the function that changes one. */
  change: (
    api: ResourceApi,
    { isHost }: { isHost: boolean },
  ) => Promise<(id: number) => Promise<unknown>>
  /** Columns to show besides those that all commands show. */
  columns?: readonly string[]
  /** Whether the change queues jobs. */
  queuesJobs?: boolean
}

/** Changes images one by one, and prints them with whether they changed. */
export async function changeImages(
  cli: Cli,
  { ids: given, change, columns = [], queuesJobs, user, ...options }: Placed<ImageChange>,
): Promise<void> {
  const { readImage, readImages } = await import('./read-image.ts')
  const ids = await readIds(cli, given)
  await withApi(
    cli,
    options,
    async (api, host) => {
      const images = await readImages(api, ids)
      const changeOne = await change(api, { isHost: host !== undefined })
      const rows = []
      for (const { id, revision: before } of images) {
        await changeOne(id)
        const { revision, ...image } = await readImage(api, id)
        rows.push({ ...image, changed: revision !== before })
      }
      print(cli, rows, [...COLUMNS, ...columns, 'changed'])
      if (!host || !queuesJobs || !rows.some(({ changed }) => changed)) return
      const { printServerState } = await import('../admin/job/queue-state.ts')
      await printServerState(cli, host)
    },
    { feedUser: user },
  )
}

interface ImageEdit extends Omit<ImageChange, 'change' | 'queuesJobs'> {
  /** Members to change. */
  body: object
  /** Whether only moderators may change these members, which the API ignores in requests of others. */
  isModerated?: boolean
  /** Images that the body names, which must exist. */
  others?: readonly number[]
}

/** Changes members of images in one batch, by `PATCH /api/v2/images/{id}/`. */
export async function editImages(
  cli: Cli,
  { body, isModerated, others = [], ...options }: Placed<ImageEdit>,
): Promise<void> {
  const { readImages } = await import('./read-image.ts')
  await changeImages(cli, {
    ...options,
    queuesJobs: 'rotation' in body || 'mirror' in body,
    async change(api, { isHost }) {
      if (isModerated && !isHost) await requireModerator(api)
      await readImages(api, others)
      const headers = { 'Batch-Id': randomUUID() }
      return (id) => {
        const request = { method: 'PATCH', path: `/api/v2/images/${id}/`, body, headers } as const
        return sendInTurn(cli, api, request)
      }
    },
  })
}

/** @throws CatalogError kind `forbidden` unless the token has the scope of moderators */
async function requireModerator(api: ResourceApi): Promise<void> {
  const { me } = await import('../../../core/contract/me.ts')
  const { scopes } = await api.get('/api/v2/auth/me/', me)
  if (scopes.includes('moderate')) return
  throw new CatalogError('forbidden', 'The access token lacks the scope "moderate".', {
    code: 'insufficient_scope',
    hint: 'Run: catalog login --scope "read import moderate"',
  })
}
