import type { ImagePool } from '../../imaging/process/image-pool.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import type { SigningKeys } from '../../auth/signing-keys.ts'
import { randomUUID } from 'node:crypto'
import { requireUserId } from '../../audit/actor.ts'
import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import type { UploadSlotRequest } from '../../contract/import.ts'
import { insertRow } from '../../database/insert-row.ts'
import type { Tx } from '../../database/store.ts'
import { invalid, notFound } from '../../base/errors.ts'
import { explainUnacceptedType } from '../../model/picture-format.ts'
import { incomingKey } from '../../storage/keys.ts'
import { signUpload, type UploadTarget } from '../../storage/upload-target.ts'
import { useCase } from '../run/use-case.ts'

export interface NewSlot {
  slotId: string
  contentType: string
  /** Storage key of the upload. */
  key: string
  target: UploadDestination
}

/** Upload target for clients: a URL of the object storage, or the signed query string of a URL of this server. */
type UploadDestination = { url: string } | { signedQuery: string }

/** Creates an upload slot for one file of a collection. */
export const requestSlot = useCase({
  name: 'slot.request',
  access: 'importer',
  limit: 'slots',
  async prepare(services, { content_type: contentType }: UploadSlotRequest) {
    requireAccepted(services, contentType)
    const { clock, config } = services
    const createdAt = clock.now()
    const expiresAt = createdAt + config.slotSeconds * MICROS_PER_SECOND
    const slotId = randomUUID()
    const key = incomingKey(slotId)
    const target = await signTarget(services, { key, contentType, expiresAt }, createdAt)
    return { slotId, contentType, key, target, createdAt, expiresAt }
  },
  async run(tx, { collection }: UploadSlotRequest, { actor }, slot): Promise<NewSlot> {
    await insertRow(tx, 'slot', {
      id: slot.slotId,
      user_id: requireUserId(actor),
      collection_id: await requireCollection(tx, collection),
      content_type: slot.contentType,
      state: 'pending',
      created_at: slot.createdAt,
      expires_at: slot.expiresAt,
    })
    return slot
  },
})

async function signTarget(
  { signingKeys, storage }: { signingKeys: SigningKeys; storage: ObjectStore },
  upload: UploadTarget,
  now: Micros,
): Promise<UploadDestination> {
  if (!storage.presignUpload) return { signedQuery: signUpload(signingKeys.current(), upload) }
  return { url: await storage.presignUpload(upload, now) }
}

function requireAccepted({ images }: { images: ImagePool }, contentType: string): void {
  if (images.accepted.includes(contentType)) return
  throw invalid('content_type', explainUnacceptedType(contentType, images.accepted))
}

async function requireCollection(tx: Tx, id: number | null): Promise<number> {
  const found = await tx
    .selectFrom('collection')
    .select('id')
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
  if (!found) throw notFound('Collection not found.', { code: 'collection_not_found' })
  return found.id
}
