import { CatalogError } from '../../core/base/errors.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import type { Cli } from '../cli.ts'
import type { PartialFile } from './partial-file.ts'
import { requestFile } from './request-file.ts'
import type { HttpResponse } from '../client/transport.ts'
import { readResumeNote, saveResumeNote } from './resume-note.ts'

export interface FileToReceive {
  url: string
  part: PartialFile
  /** Path of the part. */
  partPath: string
  signal: AbortSignal
  /** A larger file is refused. */
  maxBytes?: number
  /** Whether to refuse private addresses. */
  onlyPublic?: boolean
  /** Host with port whose private addresses are allowed nevertheless. */
  trustedHost?: string | undefined
  /** Called if the content is another one than that of the part, which is discarded. */
  onChanged?: () => void
}

/** After this many bytes, the part is synced: after a power failure, a later process continues what was synced. */
const SYNC_BYTES = 16 * 1024 ** 2

/**
 * Requests the rest of a file, or all of it if the server does not say that its content is still the same. What was
 * received stays for the next call.
 * @throws CatalogError if the server sends no file, too much or too little, or cannot be reached
 */
export async function receiveFile(
  cli: Pick<Cli, 'transport' | 'clock'>,
  file: FileToReceive,
): Promise<void> {
  const { url, part, onlyPublic = false, trustedHost } = file
  const before = await findContinuedContent(file)
  if (before === undefined) await part.restart()
  const headers: Record<string, string> =
    before === undefined ? {} : { Range: `bytes=${part.size}-`, 'If-Range': before }
  const request = new AbortController()
  const signal = AbortSignal.any([file.signal, request.signal])
  try {
    const response = await requestFile(cli, { url, headers, signal, onlyPublic, trustedHost })
    const etag = getValidator(response, before)
    if (isComplete(response, file, etag === before)) return
    const total = await prepare(response, file, etag === before)
    if (before !== undefined && etag !== before) file.onChanged?.()
    await append(response, file, { total, etag })
  } catch (error) {
    throw toNetworkError(error, url) ?? error
  } finally {
    // Closes the connection if the response was not read to its end.
    request.abort()
  }
}

/** Returns what identifies the content of the part; undefined if it cannot be continued. */
async function findContinuedContent({ url, part, partPath }: FileToReceive) {
  const note = await readResumeNote(partPath)
  return part.size > 0 && note?.url === url ? note.etag : undefined
}

/** Whether the part has all bytes, because the server refuses the range after them (RFC 9110, section 15.5.17). */
function isComplete(
  { status, headers }: HttpResponse,
  { part }: FileToReceive,
  isSame: boolean,
): boolean {
  return status === 416 && isSame && headers['content-range'] === `bytes */${part.size}`
}

/**
 * Discards the partial file unless the response continues it.
 * @param isSame whether the response has the content of the part
 * @returns size of the whole file; undefined if the server does not say
 */
async function prepare(
  { status, headers }: HttpResponse,
  file: FileToReceive,
  isSame: boolean,
): Promise<number | undefined> {
  const { part } = file
  const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  const isContinued = status === 206 && isSame && Number(start) === part.size
  if (!isContinued) await part.restart()
  if (!isContinued && status !== 200) {
    throw new CatalogError('unavailable', `The download cannot be continued (HTTP ${status}).`)
  }
  const length = isContinued ? size : headers['content-length']
  const total = length === undefined ? undefined : Number(length)
  await requireAllowedSize(total, file)
  return total
}

/** Discards the part of a file that is too large. */
async function requireAllowedSize(
  size = 0,
  { url, part, maxBytes = Infinity }: FileToReceive,
): Promise<void> {
  if (size <= maxBytes) return
  await part.restart()
  const message = `The file at ${url} is larger than ${maxBytes} bytes.`
  throw new CatalogError('too_large', message, { code: 'file.too_large' })
}

async function append(
  response: HttpResponse,
  file: FileToReceive,
  { total, etag }: { total: number | undefined; etag: string | undefined },
): Promise<void> {
  const { url, part, partPath } = file
  const save = async (): Promise<void> => {
    if (etag !== undefined) await part.sync()
    await saveResumeNote(partPath, etag === undefined ? undefined : { url, etag, size: part.size })
  }
  await save()
  let synced = part.size
  try {
    for await (const chunk of response.chunks()) {
      await requireAllowedSize(part.size + chunk.length, file)
      await part.append(chunk)
      if (total !== undefined && part.size > total) break
      if (part.size - synced < SYNC_BYTES) continue
      await save()
      synced = part.size
    }
  } finally {
    await save()
  }
  if (total === undefined || part.size === total) return
  const { size } = part
  if (size > total) await part.restart()
  throw new CatalogError('unavailable', `${url} sent ${size} of ${total} bytes.`, {
    hint: 'Run the same command again; it continues.',
  })
}

/** A modification time identifies the content if it was longer ago when the file was sent. */
const MIN_AGE_MS = 60_000

/**
 * Returns an entity tag or a date for If-Range (RFC 9110, section 13.1.5), by which weak ones do not count. A response that
 * continues a part may leave it out (section 15.3.7), and so does one without a rest.
 */
function getValidator(
  { status, headers }: HttpResponse,
  before: string | undefined,
): string | undefined {
  if (headers.etag?.startsWith('"')) return headers.etag
  if ([206, 416].includes(status) && headers.etag === undefined) return before
  const { 'last-modified': modified = '', date = '' } = headers
  return Date.parse(date) - Date.parse(modified) >= MIN_AGE_MS ? modified : undefined
}
