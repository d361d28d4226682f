import { randomUUID } from 'node:crypto'
import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import type { UploadSlotRequest } from '../contract/import.ts'
import { insertRow } from '../db/insert-row.ts'
import { invalid, notFound } from '../errors.ts'
import { explainUnacceptedType } from '../model/picture-format.ts'
import { incomingKey } from '../storage/keys.ts'
import { signUpload, type UploadTarget } from '../storage/upload-target.ts'

export interface NewSlot {
  slotId: string
  contentType: string
  /** Storage key of the upload. */
  key: string
  target: UploadDestination
}

/** Where clients upload the file: to a URL of the object storage, or to this server with a signed query string. */
export type UploadDestination = { url: string } | { signedQuery: string }

type SlotServices = Pick<
  Services,
  'clock' | 'config' | 'images' | 'reads' | 'signingKeys' | 'storage' | 'write'
>

/**
 * Creates an upload slot for one file of a collection.
 * @throws CatalogError kind `not_found` if the collection does not exist, `invalid` if the type is not accepted,
 *   `unavailable` if the storage cannot sign the upload
 */
export async function requestSlot(
  catalog: SlotServices,
  { userId }: Pick<Caller, 'userId'>,
  { collection, content_type: contentType }: UploadSlotRequest,
): Promise<NewSlot> {
  requireAccepted(catalog, contentType)
  const createdAt = catalog.clock.now()
  const expiresAt = createdAt + catalog.config.slotSeconds * MICROS_PER_SECOND
  const slotId = randomUUID()
  const collectionId = await requireCollection(catalog, collection)
  const key = incomingKey(slotId)
  const target = await signTarget(catalog, { key, contentType, expiresAt }, createdAt)
  await catalog.write((tx) =>
    insertRow(tx, 'slot', {
      id: slotId,
      user_id: userId,
      collection_id: collectionId,
      content_type: contentType,
      state: 'pending',
      created_at: createdAt,
      expires_at: expiresAt,
    }),
  )
  return { slotId, contentType, key, target }
}

async function signTarget(
  { signingKeys, storage }: Pick<Services, 'signingKeys' | 'storage'>,
  upload: UploadTarget,
  now: Micros,
): Promise<UploadDestination> {
  if (!storage.presignUpload) return { signedQuery: signUpload(signingKeys.current(), upload) }
  return { url: await storage.presignUpload(upload, now) }
}

function requireAccepted({ images }: Pick<Services, 'images'>, contentType: string): void {
  if (images.accepted.includes(contentType)) return
  throw invalid('content_type', explainUnacceptedType(contentType, images.accepted))
}

async function requireCollection(
  catalog: Pick<Services, 'reads'>,
  id: number | null,
): Promise<number> {
  const found = await catalog.reads
    .selectFrom('collection')
    .select('id')
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
  if (!found) throw notFound('Collection not found.', { code: 'collection_not_found' })
  return found.id
}
