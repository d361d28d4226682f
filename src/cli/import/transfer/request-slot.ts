import type { UploadSlot } from '../../../core/contract/import.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import { slotResponse } from '../check/response-schemas.ts'
import { readServerTime } from './server-time.ts'
import type { TransferContext } from './transfer-context.ts'

/** The token must outlast the slot. */
const MIN_VALID_SECONDS = 20 * 60

export interface GivenSlot extends UploadSlot {
  /** The server's time of the response, in seconds since the epoch. */
  givenAt: number
}

/** Requests an upload slot once. Each request creates a slot. */
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
