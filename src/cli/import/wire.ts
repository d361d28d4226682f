import { z } from 'zod'

/** Answer of `POST /api/v2/import/cancel/`. */
export const cancelledSlots = z.object({ deleted: z.int() })

/** What is looked at of `GET /api/v2/collections/{id}/`. */
export const collectionName = z.object({ id: z.int(), name: z.string() })
