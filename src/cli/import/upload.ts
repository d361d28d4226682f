import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import type { UploadSlot } from '../../core/contract/import.ts'
import { CatalogError } from '../../core/errors.ts'
import type { Api } from '../api.ts'
import type { Cli } from '../cli.ts'
import { networkFailure } from '../network-failures.ts'
import type { HttpResponse } from '../transport.ts'
import type { PlannedImage } from './plan.ts'
import { givenSlot } from './wire.ts'

const UPLOAD_TRIES = 3
const SLOT_TRIES = 5
/** A token that lives as long as a slot and some more. */
const MIN_VALID_SECONDS = 20 * 60

export interface Sending {
  cli: Cli
  api: Api
  /** Told how many bytes left; a new try takes back those of the one before. */
  onBytes: (count: number) => void
  /** Aborted when there is no more time. */
  signal: AbortSignal
}

/** What is looked at of a picture to send its file. */
export type SentFile = Pick<PlannedImage, 'path' | 'size' | 'sha256'>

/** Asks for a place to send one picture to. Asking makes a slot, so only a refusal for haste is repeated. */
export async function requestSlot(
  sending: Pick<Sending, 'api' | 'cli' | 'signal'>,
  image: Pick<PlannedImage, 'collection' | 'contentType'>,
): Promise<UploadSlot> {
  const { api, cli } = sending
  const query = new URLSearchParams({
    collection: String(image.collection),
    content_type: image.contentType,
  })
  const path = `/api/v2/import/upload-url/?${query.toString()}`
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.send({ method: 'GET', path, minValidSeconds: MIN_VALID_SECONDS }, givenSlot)
    } catch (error) {
      if (!(error instanceof CatalogError) || error.kind !== 'rate_limited') throw error
      if (attempt === SLOT_TRIES) throw error
      await cli.sleep((error.details.retryAfterSeconds ?? 1) * 1000, sending.signal)
    }
  }
}

/**
 * Sends the file's bytes to the slot's address, with exactly the headers given there and never with the
 * token: the address belongs to the object storage.
 */
export async function uploadFile(
  sending: Omit<Sending, 'api'>,
  image: SentFile,
  slot: UploadSlot,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await put(sending, image, slot)
    } catch (error) {
      if (!(error instanceof CatalogError) || error.kind !== 'unavailable') throw error
      if (attempt === UPLOAD_TRIES) throw error
      await sending.cli.sleep(1000 * attempt, sending.signal)
    }
  }
}

async function put(
  sending: Omit<Sending, 'api'>,
  image: SentFile,
  slot: UploadSlot,
): Promise<void> {
  const hash = createHash('sha256')
  let sent = 0
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      sent += chunk.byteLength
      sending.onBytes(chunk.byteLength)
      done(null, chunk)
    },
  })
  const file = createReadStream(image.path)
  file.on('error', (error) => measured.destroy(error))
  try {
    const response = await sending.cli.transport({
      method: 'PUT',
      url: slot.upload_url,
      headers: { ...slot.upload_headers, 'Content-Length': String(image.size) },
      body: file.pipe(measured),
      signal: sending.signal,
    })
    await requireStored(response, slot)
  } catch (error) {
    sending.onBytes(-sent)
    throw failedTransfer(error, slot.upload_url, image, sent)
  } finally {
    file.destroy()
  }
  requireFixity(image, sent, hash.digest('hex'))
}

async function requireStored(response: HttpResponse, { upload_url }: UploadSlot): Promise<void> {
  const answer = await response.text()
  if (response.status < 300) return
  const { host } = new URL(upload_url)
  const kind = response.status >= 500 ? 'unavailable' : 'conflict'
  throw new CatalogError(kind, `${host} did not take the file (HTTP ${response.status}).`, {
    code: 'upload.refused',
    detail: answer.slice(0, 1000),
  })
}

function failedTransfer(error: unknown, url: string, image: SentFile, sent: number): unknown {
  if (error instanceof CatalogError) return error
  const { code } = error as { code?: string }
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') return changed(image, sent)
  return networkFailure(error, url) ?? error
}

function requireFixity(image: SentFile, sent: number, sha256: string): void {
  if (sent !== image.size) throw changed(image, sent)
  if (image.sha256 === undefined || image.sha256 === sha256) return
  throw new CatalogError('invalid', `The file's SHA-256 is ${sha256}, not ${image.sha256}.`, {
    code: 'file.sha256_mismatch',
  })
}

function changed(image: SentFile, sent: number): CatalogError {
  return new CatalogError(
    'conflict',
    `The file changed while it was sent: ${image.size} bytes became ${sent}.`,
    { code: 'file.changed' },
  )
}
