import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { UploadSlot } from '../../../core/contract/import.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { toNetworkError } from '../../../core/base/network-errors.ts'
import { parseRetryAfter } from '../../../core/base/retry-after.ts'
import type { HttpResponse } from '../../client/transport.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import type { TransferContext } from './transfer-context.ts'

/** A connection that accepts no data for this long is considered dead. */
const STALL_TIMEOUT_MS = 120_000
const READ_CHUNK_BYTES = 128 * 1024
const UPLOAD_TIMEOUT_MS = 16 * 60_000

/** Code of a row whose file cannot be read. */
export const FILE_UNREADABLE = 'file.missing'

type FileToUpload = Pick<PlannedImage, 'path' | 'size' | 'sha256'>

export interface UploadedFile {
  /** Lower-case hexadecimal. */
  sha256: string
  /** Modification time in milliseconds since the epoch. */
  modifiedAt: number
}

/**
 * Uploads a file once to the URL of its slot, with exactly the slot's headers. The access token is never
 * sent, because the URL may belong to an object store. The file must not change during the upload.
 * @throws CatalogError kind `unavailable` if a retry may help, code `upload.closed` if the slot accepts no
 *   file anymore; any other error concerns the file
 */
export async function uploadFile(
  transfer: Omit<TransferContext, 'api'>,
  image: FileToUpload,
  slot: Pick<UploadSlot, 'upload_url' | 'upload_headers'>,
): Promise<UploadedFile> {
  using outgoing = openUploadBody(transfer, image.path)
  try {
    const before = await statUnchanged(image)
    const response = await transfer.cli.transport({
      method: 'PUT',
      url: slot.upload_url,
      headers: { ...slot.upload_headers, 'Content-Length': String(image.size) },
      body: outgoing.body,
      signal: AbortSignal.any([transfer.signal, outgoing.stalled]),
      timeoutMs: UPLOAD_TIMEOUT_MS,
    })
    await requireStored(transfer.cli, response, slot.upload_url)
    const sent = outgoing.digests()
    requireSameDigest(response.headers.etag, sent)
    requireFixity(image, sent.sha256)
    const after = await statUnchanged(image)
    if (after.modifiedAt !== before.modifiedAt) throw fileChangedError()
    return { sha256: sent.sha256, modifiedAt: after.modifiedAt }
  } catch (error) {
    transfer.onBytes(-outgoing.bytesSent())
    throw toUploadError(error, slot.upload_url, outgoing.stalled)
  }
}

async function statUnchanged({ path, size }: FileToUpload): Promise<{ modifiedAt: number }> {
  const now = await stat(path).catch(throwUnreadable)
  if (now.size !== size) throw fileChangedError()
  return { modifiedAt: now.mtimeMs }
}

interface UploadBody extends Disposable {
  body: Readable
  stalled: AbortSignal
  bytesSent(): number
  digests(): { sha256: string; md5: string }
}

/** Streams a file at the allowed speed and computes its digests. */
function openUploadBody(
  { onBytes, throttle, signal }: Omit<TransferContext, 'api'>,
  path: string,
): UploadBody {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  const stalled = new AbortController()
  const stallTimer = setTimeout(() => stalled.abort(), STALL_TIMEOUT_MS).unref()
  const highWaterMark = Math.min(READ_CHUNK_BYTES, throttle?.chunkBytes ?? Infinity)
  let sent = 0
  const readChunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of readFile(path, highWaterMark)) {
      await throttle?.acquire(chunk.byteLength, signal)
      stallTimer.refresh()
      sha256.update(chunk)
      md5.update(chunk)
      yield chunk
      sent += chunk.byteLength
      stallTimer.refresh()
      onBytes(chunk.byteLength)
    }
  }
  const body = Readable.from(readChunks(), { objectMode: false })
  return {
    body,
    stalled: stalled.signal,
    bytesSent: () => sent,
    digests: () => ({ sha256: sha256.digest('hex'), md5: md5.digest('hex') }),
    [Symbol.dispose]() {
      clearTimeout(stallTimer)
      body.destroy()
    },
  }
}

/** Marks the errors of reading the file: those of a network drive have the same codes as those of a connection. */
async function* readFile(path: string, highWaterMark: number): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark }) as AsyncIterable<Buffer>
  } catch (error) {
    throwUnreadable(error as Error)
  }
}

function throwUnreadable(cause: Error): never {
  const message = `The file cannot be read: ${cause.message}.`
  throw new CatalogError('invalid', message, { code: FILE_UNREADABLE, cause })
}

/** Statuses after which the upload may succeed with another slot, because this one may have expired. */
const CLOSED_STATUSES = [403, 404, 408, 409, 410]

async function requireStored(cli: Cli, response: HttpResponse, url: string): Promise<void> {
  const { status, headers } = response
  const text = await response.text()
  if (status < 300) return
  const message = `${new URL(url).host} did not accept the file (HTTP ${status}).`
  const isTransient = status >= 500 || status === 429
  const seconds = parseRetryAfter(headers['retry-after'], cli.clock)
  throw new CatalogError(isTransient ? 'unavailable' : 'conflict', message, {
    code: CLOSED_STATUSES.includes(status) ? 'upload.closed' : 'upload.refused',
    detail: text.slice(0, 1000),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  })
}

/** Object stores may return the MD5 or SHA-256 of the stored file as its entity tag; others are ignored. */
function requireSameDigest(etag: string | undefined, sent: { sha256: string; md5: string }): void {
  const stored = /^(?:W\/)?"?([0-9a-f]{32}|[0-9a-f]{64})"?$/i.exec(etag ?? '')?.[1]?.toLowerCase()
  if (stored === undefined || stored === sent.sha256 || stored === sent.md5) return
  throw new CatalogError('unavailable', 'The file was damaged during the upload.', {
    code: 'upload.damaged',
  })
}

function requireFixity({ sha256: expected }: FileToUpload, sha256: string): void {
  if (expected === undefined || expected === sha256) return
  throw new CatalogError('invalid', `The file's SHA-256 is ${sha256}, not ${expected}.`, {
    code: 'file.sha256_mismatch',
  })
}

function toUploadError(error: unknown, url: string, stalled: AbortSignal): unknown {
  if (error instanceof CatalogError) return error
  if (stalled.aborted) {
    const message = `${new URL(url).host} stopped accepting data during the upload.`
    return new CatalogError('unavailable', message, { code: 'network', cause: error })
  }
  const { code } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') return fileChangedError()
  return toNetworkError(error, url) ?? error
}

function fileChangedError(): CatalogError {
  const message = 'The file changed after it was checked. Run the import again.'
  return new CatalogError('conflict', message, { code: 'file.changed' })
}
