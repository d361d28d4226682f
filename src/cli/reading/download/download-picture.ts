import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CatalogError, conflict } from '../../../core/base/errors.ts'
import { toNetworkError } from '../../../core/base/network-errors.ts'
import type { Cli } from '../../cli.ts'
import { openPartialFile } from '../../download/partial-file.ts'
import { withRetry } from '../../client/retry.ts'
import { receiveFile } from '../../download/receive-file.ts'
import { readResumeNote, removePart, saveResumeNote } from '../../download/resume-note.ts'

export interface PictureFile {
  url: string
  /** Final path of the file. */
  path: string
  /** Downloads the file although it exists. */
  force: boolean
}

export interface DownloadedPicture {
  state: 'downloaded' | 'complete'
  /** Size of the file. */
  bytes: number
}

/**
 * Downloads a file without the access token, because the URL may belong to another host. The file appears at its
 * path once it is complete. A later call continues an interrupted download, if the content is still the same.
 */
export async function downloadPicture(cli: Cli, file: PictureFile): Promise<DownloadedPicture> {
  const size = file.force ? undefined : await findSize(file.path)
  if (size !== undefined) {
    if ((await readRemoteSize(cli, file.url)) !== size) throw reportOtherFile(file)
    return { state: 'complete', bytes: size }
  }
  const partPath = join(dirname(file.path), `.${basename(file.path)}.part`)
  await using part = await openPartialFile(partPath, (await readResumeNote(partPath))?.size)
  const { signal } = cli
  try {
    await withRetry({ cli, signal, maxDelaySeconds: 120 }, () =>
      receiveFile(cli, { url: file.url, part, partPath, signal }),
    )
  } catch (error) {
    if (part.size === 0) await removePart(partPath)
    throw error
  }
  await part.publish(file.path)
  await saveResumeNote(partPath, undefined)
  return { state: 'downloaded', bytes: part.size }
}

function reportOtherFile({ path }: PictureFile): CatalogError {
  const name = basename(path)
  return conflict(`${name} already exists with another size. To replace it, add --force.`)
}

async function findSize(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

async function readRemoteSize(cli: Cli, url: string): Promise<number | undefined> {
  const request = { method: 'HEAD', url, headers: { 'Accept-Encoding': 'identity' } } as const
  return withNetworkErrors(url, async () => {
    const { status, headers } = await cli.transport({ ...request, signal: cli.signal })
    if (status === 404 || status === 410) {
      throw new CatalogError('not_found', `There is no file at ${url} (HTTP ${status}).`)
    }
    const length = Number(headers['content-length'] || Number.NaN)
    return status === 200 && Number.isSafeInteger(length) ? length : undefined
  })
}

async function withNetworkErrors<T>(url: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw toNetworkError(error, url) ?? error
  }
}
