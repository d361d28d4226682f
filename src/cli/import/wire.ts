import { z } from 'zod'

/** What the import endpoints answer. */
export const uploadSlot = z.object({
  slot_id: z.string(),
  upload_url: z.url(),
  upload_headers: z.record(z.string(), z.string()),
})

export type UploadSlot = z.infer<typeof uploadSlot>

export const committedImage = z.object({ image_id: z.int() })

export const cancelledSlots = z.object({ deleted: z.int() })

export const collectionName = z.object({ id: z.int(), name: z.string() })
