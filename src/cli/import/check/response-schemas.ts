import { z } from 'zod'
import { importCommitResponse, uploadSlot } from '../../../core/contract/import.ts'
import { license } from '../../../core/contract/license.ts'

// The members that the importer reads. Unknown members are ignored, so that responses of newer or other
// instances are accepted.

/** Response of `GET /api/v2/import/upload-url/`. */
export const slotResponse = uploadSlot.strip()

/** Response of `POST /api/v2/import/commit/` and `POST /api/v2/images/{id}/replace/`. */
export const commitResponse = importCommitResponse.strip()

/** Response of `GET /api/v2/licenses/`. */
export const licensesResponse = z.array(license.pick({ name: true, display_name: true }).strip())

/** Response of `POST /api/v2/import/cancel/`. */
export const cancelResponse = z.object({ deleted: z.int() })

/** Members of `GET /api/v2/collections/{id}/`. */
export const collectionResponse = z.object({
  name: z.string(),
  source: z.object({ name: z.string() }).optional().catch(undefined),
  images_url: z.url().optional().catch(undefined),
})

/** Members of `GET /api/v2/images/{id}/` that are read before the file of the image is replaced. */
export const replacedImageResponse = z.object({
  title: z.string(),
  rotation: z.int(),
  mirror: z.string(),
  collection: z.object({ id: z.int() }),
})
