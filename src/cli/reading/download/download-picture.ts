import { rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CatalogError, conflict } from '../../../core/base/errors.ts'
import { toNetworkError } from '../../../core/base/network-errors.ts'
import type { Cli } from '../../cli.ts'
import { openPartialFile, type PartialFile } from '../../models/partial-file.ts'
import { requestFile } from '../../models/request-file.ts'
import { withRetry } from '../../client/retry.ts'
import type { HttpResponse } from '../../client/transport.ts'
import { readResumeNote, saveResumeNote } from './resume-note.ts'

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
  await using part = await openPartialFile(partPath)
  try {
    await withRetry({ cli, signal: cli.signal, maxDelaySeconds: 120 }, () =>
      receive(cli, file, part, partPath),
    )
  } catch (error) {
    if (part.size === 0) await rm(partPath, { force: true })
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

/** Requests the rest of the file, or all of it if it cannot be continued. */
async function receive(cli: Cli, { url }: PictureFile, part: PartialFile, partPath: string) {
  const note = await readResumeNote(partPath)
  const canContinue = part.size > 0 && note?.url === url
  if (!canContinue) await part.restart()
  const headers: Record<string, string> = canContinue
    ? { Range: `bytes=${part.size}-`, 'If-Range': note.etag }
    : {}
  const request = new AbortController()
  const signal = AbortSignal.any([cli.signal, request.signal])
  try {
    await withNetworkErrors(url, async () => {
      const response = await requestFile(cli, { url, headers, signal })
      const total = await prepare(response, part)
      const etag = getStrongEtag(response)
      await saveResumeNote(partPath, etag === undefined ? undefined : { url, etag })
      await append(response, part, total, url)
    })
  } finally {
    // Closes the connection if the response was not read to its end.
    request.abort()
  }
}

/**
 * Discards the partial file unless the response continues it.
 * @returns size of the whole file; undefined if the server does not say
 */
async function prepare({ status, headers }: HttpResponse, part: PartialFile) {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  if (status === 206 && Number(start) === part.size) return Number(total)
  await part.restart()
  if (status === 200) {
    const length = headers['content-length']
    return length === undefined ? undefined : Number(length)
  }
  throw new CatalogError('unavailable', `The download cannot be continued (HTTP ${status}).`)
}

async function append(
  response: HttpResponse,
  part: PartialFile,
  total: number | undefined,
  url: string,
): Promise<void> {
  for await (const chunk of response.chunks()) {
    await part.append(chunk)
    if (total !== undefined && part.size > total) break
  }
  if (total === undefined || part.size === total) return
  const { size } = part
  if (size > total) await part.restart()
  throw new CatalogError('unavailable', `${url} sent ${size} of ${total} bytes.`, {
    hint: 'Run the same command again; it continues.',
  })
}

/** A weak ETag does not promise that the bytes are the same (RFC 9110, section 13.1.5). */
function getStrongEtag({ headers }: HttpResponse): string | undefined {
  return headers.etag?.startsWith('"') ? headers.etag : undefined
}

async function withNetworkErrors<T>(url: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw toNetworkError(error, url) ?? error
  }
}
