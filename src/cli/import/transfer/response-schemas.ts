import { z } from 'zod'
import { importCommitted, uploadSlot } from '../../../core/contract/import.ts'
import { license } from '../../../core/contract/license.ts'

// What is read of the instance's answers. Ours must not say more than the contract; a newer or another
// instance may, and then is understood all the same.

export const slotResponse = uploadSlot.strip()

export const commitResponse = importCommitted.strip()

/** Answer of `GET /api/v2/licenses/`. */
export const licensesResponse = z.array(license.pick({ name: true, display_name: true }).strip())

/** Answer of `POST /api/v2/import/cancel/`. */
export const cancelResponse = z.object({ deleted: z.int() })

/** What is read of `GET /api/v2/collections/{id}/`. */
export const collectionResponse = z.object({
  name: z.string(),
  source: z.object({ name: z.string() }).optional().catch(undefined),
  images_url: z.url().optional().catch(undefined),
})

/** What is looked at of `GET /api/v2/images/{id}/` before its file is replaced. */
export const replacedImageResponse = z.object({
  title: z.string(),
  rotation: z.int(),
  mirror: z.string(),
  collection: z.object({ id: z.int() }),
})
