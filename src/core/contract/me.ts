import { z } from 'zod'

/** Who holds the presented token, and what it may do. */
export const me = z.object({
  /** Number of the OpenStreetMap account. */
  map_id: z.int(),
  /** The same number. */
  osm_id: z.int(),
  username: z.string(),
  is_staff: z.boolean(),
  /** Staff, and the token has the scope `import`. */
  can_import: z.boolean(),
  scopes: z.array(z.string()),
})

export type Me = z.infer<typeof me>
