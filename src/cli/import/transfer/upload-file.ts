import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { UploadSlot } from '../../../core/contract/import.ts'
import { CatalogError } from '../../../core/errors.ts'
import type { Api } from '../../api.ts'
import type { Cli } from '../../cli.ts'
import { toNetworkError } from '../../network-errors.ts'
import { parseRetryAfter } from '../../retry-after.ts'
import type { HttpResponse } from '../../transport.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import { readServerTime } from './server-time.ts'
import type { Throttle } from './throttle.ts'
import { slotResponse } from './response-schemas.ts'

/** A token that lives as long as a slot and some more. */
const MIN_VALID_SECONDS = 20 * 60

/** A connection that takes nothing for so long is dead. */
const STALL_TIMEOUT_MS = 120_000
const READ_CHUNK_BYTES = 128 * 1024
const UPLOAD_TIMEOUT_MS = 16 * 60_000

export interface TransferContext {
  cli: Cli
  api: Api
  /** Told how many bytes left; a new try takes back those of the one before. */
  onBytes: (count: number) => void
  /** Aborted when there is no more time. */
  signal: AbortSignal
  throttle?: Throttle
}

export interface GivenSlot extends UploadSlot {
  /** The instance's time, in seconds since the epoch. */
  givenAt: number
}

/** Asks once for a place to send one picture to; asking makes a slot. */
export async function requestSlot(
  { api }: Pick<TransferContext, 'api'>,
  image: Pick<PlannedImage, 'collection' | 'contentType'>,
): Promise<GivenSlot> {
  const query = new URLSearchParams({
    collection: String(image.collection),
    content_type: image.contentType,
  })
  let givenAt = 0
  const slot = await api.send(
    {
      method: 'GET',
      path: `/api/v2/import/upload-url/?${query.toString()}`,
      minValidSeconds: MIN_VALID_SECONDS,
      onResponse: ({ headers }) => {
        givenAt = readServerTime(headers)
      },
    },
    slotResponse,
  )
  return { ...slot, givenAt }
}

/** What is looked at of a picture to send its file. */
type FileToUpload = Pick<PlannedImage, 'path' | 'size' | 'sha256'>

/** What was sent. */
export interface UploadedFile {
  /** In hexadecimal. */
  sha256: string
  /** When the file was changed last, in milliseconds since the epoch. */
  modifiedAt: number
}

/**
 * Sends the file's bytes once to the slot's address, with exactly the headers given there and never with
 * the token: the address belongs to the object storage. The file must be the same before and after.
 * @throws CatalogError kind `unavailable` when trying again may help; `upload.closed` when this address
 *   takes nothing any more; anything else is about the file
 */
export async function uploadFile(
  sending: Omit<TransferContext, 'api'>,
  image: FileToUpload,
  slot: Pick<UploadSlot, 'upload_url' | 'upload_headers'>,
): Promise<UploadedFile> {
  const before = await statUnchanged(image)
  using outgoing = openUploadBody(sending, image.path)
  try {
    const response = await sending.cli.transport({
      method: 'PUT',
      url: slot.upload_url,
      headers: { ...slot.upload_headers, 'Content-Length': String(image.size) },
      body: outgoing.body,
      signal: AbortSignal.any([sending.signal, outgoing.stalled]),
      timeoutMs: UPLOAD_TIMEOUT_MS,
    })
    await requireStored(sending.cli, response, slot.upload_url)
    const sent = outgoing.digests()
    requireSameDigest(response.headers.etag, sent)
    requireFixity(image, sent.sha256)
    const after = await statUnchanged(image)
    if (after.modifiedAt !== before.modifiedAt) throw fileChanged()
    return { sha256: sent.sha256, modifiedAt: after.modifiedAt }
  } catch (error) {
    sending.onBytes(-outgoing.bytesSent())
    throw toUploadError(error, slot.upload_url, outgoing.stalled)
  }
}

async function statUnchanged({ path, size }: FileToUpload): Promise<{ modifiedAt: number }> {
  const now = await stat(path)
  if (now.size !== size) throw fileChanged()
  return { modifiedAt: now.mtimeMs }
}

interface UploadBody extends Disposable {
  body: Readable
  stalled: AbortSignal
  bytesSent(): number
  digests(): { sha256: string; md5: string }
}

/** Reads a file piece by piece, adds it up on the way, and keeps to the speed that is allowed. */
function openUploadBody(
  { onBytes, throttle, signal }: Omit<TransferContext, 'api'>,
  path: string,
): UploadBody {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  const stalled = new AbortController()
  const watch = setTimeout(() => stalled.abort(), STALL_TIMEOUT_MS).unref()
  const highWaterMark = Math.min(READ_CHUNK_BYTES, throttle?.chunkBytes ?? Infinity)
  let sent = 0
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(path, { highWaterMark })) {
      const piece = chunk as Buffer
      await throttle?.acquire(piece.byteLength, signal)
      watch.refresh()
      sha256.update(piece)
      md5.update(piece)
      yield piece
      sent += piece.byteLength
      watch.refresh()
      onBytes(piece.byteLength)
    }
  }
  const body = Readable.from(pieces(), { objectMode: false })
  return {
    body,
    stalled: stalled.signal,
    bytesSent: () => sent,
    digests: () => ({ sha256: sha256.digest('hex'), md5: md5.digest('hex') }),
    [Symbol.dispose]() {
      clearTimeout(watch)
      body.destroy()
    },
  }
}

/** Answers after which another slot may do; one that came too late for this one among them. */
const CLOSED_STATUSES = [403, 404, 408, 409, 410]

async function requireStored(cli: Cli, response: HttpResponse, url: string): Promise<void> {
  const { status, headers } = response
  const answer = await response.text()
  if (status < 300) return
  const message = `${new URL(url).host} did not accept the file (HTTP ${status}).`
  const passing = status >= 500 || status === 429
  const seconds = parseRetryAfter(headers['retry-after'], cli.clock)
  throw new CatalogError(passing ? 'unavailable' : 'conflict', message, {
    code: CLOSED_STATUSES.includes(status) ? 'upload.closed' : 'upload.refused',
    detail: answer.slice(0, 1000),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  })
}

/** An entity tag may be the MD5 or SHA-256 of what arrived; any other says nothing about it. */
function requireSameDigest(etag: string | undefined, sent: { sha256: string; md5: string }): void {
  const told = /^(?:W\/)?"?([0-9a-f]{32}|[0-9a-f]{64})"?$/i.exec(etag ?? '')?.[1]?.toLowerCase()
  if (told === undefined || told === sent.sha256 || told === sent.md5) return
  throw new CatalogError('unavailable', 'The file was damaged during the upload.', {
    code: 'upload.damaged',
  })
}

function requireFixity({ sha256: wanted }: FileToUpload, sha256: string): void {
  if (wanted === undefined || wanted === sha256) return
  throw new CatalogError('invalid', `The file's SHA-256 is ${sha256}, not ${wanted}.`, {
    code: 'file.sha256_mismatch',
  })
}

function toUploadError(error: unknown, url: string, stalled: AbortSignal): unknown {
  if (error instanceof CatalogError) return error
  if (stalled.aborted) {
    const message = `${new URL(url).host} stopped accepting data during the upload.`
    return new CatalogError('unavailable', message, { code: 'network', cause: error })
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') return fileChanged()
  const failure = toNetworkError(error, url)
  if (failure) return failure
  if (!code?.startsWith('E')) return error
  return new CatalogError('invalid', `The file cannot be read: ${message}.`, {
    code: 'file.missing',
    cause: error,
  })
}

function fileChanged(): CatalogError {
  const message = 'The file changed after it was checked. Run the import again.'
  return new CatalogError('conflict', message, { code: 'file.changed' })
}
