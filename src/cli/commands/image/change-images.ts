import type { ResourceApi } from '../../api.ts'
import { sendInTurn } from '../../client/send-in-turn.ts'
import { withApi, type Placed } from '../../client/with-api.ts'
import type { Cli } from '../../cli.ts'
import { print } from '../../output.ts'
import { readIds } from '../admin/read-ids.ts'

const COLUMNS = ['id', 'title', 'georeference_status']

/** The argument of the commands that change images. */
export const IMAGE_IDS = ['<id...>', 'Image ids, or - for the lines of standard input'] as const

export interface FeedUserOption {
  /** The user whom the feed names for changes of subjects, by name or id. */
  user?: string | undefined
}

interface ImageChange extends FeedUserOption {
  /** As the command was given them. */
  ids: readonly string[]
  /** Prepares the change, before any image is changed. Returns the function that changes one. */
  change: (api: ResourceApi) => Promise<(id: number) => Promise<unknown>>
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
      const changeOne = await change(api)
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
  /** Images that the body names, which must exist. */
  others?: readonly number[]
}

/** Changes members of images, by `PATCH /api/v2/images/{id}/`. */
export async function editImages(
  cli: Cli,
  { body, others = [], ...options }: Placed<ImageEdit>,
): Promise<void> {
  const { readImages } = await import('./read-image.ts')
  await changeImages(cli, {
    ...options,
    queuesJobs: 'rotation' in body || 'mirror' in body,
    async change(api) {
      await readImages(api, others)
      return (id) => {
        const request = { method: 'PATCH', path: `/api/v2/images/${id}/`, body } as const
        return sendInTurn(cli, api, request)
      }
    },
  })
}
