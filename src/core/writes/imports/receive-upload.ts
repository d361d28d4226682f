import type { Store } from '../../database/store.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import type { SigningKeys } from '../../auth/signing-keys.ts'
import type { Config } from '../../config/config.ts'
import type { Micros, Clock } from '../../base/clock.ts'
import { CatalogError, conflict, notFound } from '../../base/errors.ts'
import { findPendingSlot } from '../../queries/imports/pending-slot.ts'
import { freeAfterUse } from '../../storage/free-memory.ts'
import { incomingKey } from '../../storage/keys.ts'
import { isSignedUpload } from '../../storage/upload-target.ts'

export interface Upload {
  slotId: string
  /** `expires=…&signature=…`, as in the request. */
  query: string
  contentType: string
  /** Declared size in bytes. */
  size: number
  stream: AsyncIterable<Uint8Array>
}

/**
 * Stores the file of a slot. It replaces an earlier upload as a whole or not at all.
 * @returns the SHA-256 of the file in hexadecimal
 * @throws CatalogError kind `forbidden`, `not_found`, `conflict`, `too_large` or `invalid`
 */
export async function receiveUpload(
  catalog: { clock: Clock; config: Config; signingKeys: SigningKeys; storage: ObjectStore } & Pick<
    Store,
    'reads'
  >,
  upload: Upload,
): Promise<string> {
  requireSignature(catalog, upload)
  requireSize(upload.size, catalog.config.maxUpload)
  await requireOpen(catalog, upload.slotId)
  await using received = await receive(catalog, upload)
  if (received.size !== upload.size) throw brokenOff(received.size, upload.size)
  await requireOpen(catalog, upload.slotId)
  await received.publish(incomingKey(upload.slotId))
  return received.sha256
}

function requireSignature(
  catalog: { clock: Clock; signingKeys: SigningKeys },
  { slotId, query, contentType }: Upload,
): void {
  const expiresAt = expiryOf(query)
  const target = { key: incomingKey(slotId), contentType, expiresAt }
  if (!isSignedUpload(catalog.signingKeys.valid(), target, query)) {
    throw new CatalogError(
      'forbidden',
      'The signature does not match. Send the request to upload_url unchanged, with exactly the headers of upload_headers.',
    )
  }
  if (expiresAt <= catalog.clock.now()) {
    const message = 'The upload URL has expired. Request a new slot.'
    throw new CatalogError('forbidden', message, { code: 'slot_expired' })
  }
}

function expiryOf(query: string): Micros {
  return Number(/^expires=(\d{1,16})&/.exec(query)?.[1] ?? 0)
}

function requireSize(size: number, limit: number): void {
  if (size <= limit) return
  throw new CatalogError(
    'too_large',
    `The file has ${size} bytes. The limit of this service is ${limit} bytes.`,
  )
}

/** A running commit has its own link to the file, so this check protects nothing: it saves a useless upload. */
async function requireOpen(
  catalog: { clock: Clock } & Pick<Store, 'reads'>,
  slotId: string,
): Promise<void> {
  const now = catalog.clock.now()
  const slot = await findPendingSlot(catalog.reads, slotId, now)
  if (!slot) {
    const message = 'The slot of this upload is consumed, canceled or expired. Request a new slot.'
    throw notFound(message, { code: 'slot_closed' })
  }
  if (slot.leased_until !== null && slot.leased_until > now) {
    throw conflict('The slot of this upload is being committed.', { code: 'slot_in_use' })
  }
}

async function receive(catalog: { storage: ObjectStore }, { stream, size }: Upload) {
  try {
    return await catalog.storage.receive(freeAfterUse(stream), size)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    throw brokenOff(undefined, size, error)
  }
}

function brokenOff(got: number | undefined, announced: number, cause?: unknown): CatalogError {
  const end = got === undefined ? 'early' : `after ${got}`
  return new CatalogError(
    'invalid',
    `The upload ended ${end} of ${announced} bytes. Nothing was stored. Send the file again.`,
    { cause },
  )
}
