import { join, resolve } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../../core/storage/disk/make-folder.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import { mapInOrder } from '../../client/map-in-order.ts'
import { downloadPicture, type DownloadedPicture } from './download-picture.ts'
import { listPictureUrls, nameFile, type PictureKind } from './picture-urls.ts'

export interface DownloadOptions {
  kind: PictureKind
  /** Relative to the working directory. */
  folder: string
  /** Number of downloads at the same time. */
  concurrency: number
  /** Downloads files although they exist. */
  force: boolean
}

export interface DownloadResult {
  id: number
  state: DownloadedPicture['state'] | 'failed'
  /** Path of the file; null if the download failed. */
  file: string | null
  bytes: number | null
  /** Why the download failed. */
  message: string | null
}

const webUrl = z.url({ protocol: /^https?$/ }).nullable()
const imageFiles = z.object({ id: z.int(), permalink: webUrl, thumbnail: webUrl })

/**
 * Downloads the files of images, several at once, and yields the results in the order of the IDs.
 * @param onError receives the reason of each failure
 */
export async function* downloadImages(
  { cli, api, onError }: { cli: Cli; api: Api; onError: (error: CatalogError) => void },
  ids: AsyncIterable<number>,
  options: DownloadOptions,
): AsyncGenerator<DownloadResult> {
  await makeFolder(resolve(cli.cwd, options.folder))
  yield* mapInOrder(ids, options.concurrency, async (id): Promise<DownloadResult> => {
    try {
      return await downloadImage(cli, api, id, options)
    } catch (error) {
      if (!(error instanceof CatalogError) || cli.signal.aborted) throw error
      onError(error)
      return { id, state: 'failed', file: null, bytes: null, message: error.message }
    }
  })
}

async function downloadImage(
  cli: Cli,
  api: Api,
  id: number,
  { kind, folder, force }: DownloadOptions,
): Promise<DownloadResult> {
  const image = await api.get(`/api/v2/images/${id}/`, imageFiles)
  let missing: unknown
  for (const url of listPictureUrls(image, kind)) {
    const file = join(folder, nameFile(id, kind, url))
    try {
      const done = await downloadPicture(cli, { url, path: resolve(cli.cwd, file), force })
      return { id, ...done, file, message: null }
    } catch (error) {
      if (!(error instanceof CatalogError) || error.kind !== 'not_found') throw error
      missing = error
    }
  }
  throw missing
}
