import { z } from 'zod'

export const license = z.strictObject({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  permalink: z.string(),
})

export type License = z.infer<typeof license>
