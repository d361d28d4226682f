import { z } from 'zod'
import { timestamp } from './timestamp.ts'

export const me = z
  .strictObject({
    map_id: z.int().meta({ description: 'Number of the OpenStreetMap account.', examples: [1001] }),
    osm_id: z.int().meta({ description: 'The same number.', examples: [1001] }),
    username: z.string().meta({ examples: ['ada'] }),
    is_staff: z.boolean().meta({ examples: [true] }),
    can_import: z
      .boolean()
      .meta({ description: 'Staff, and the token has the scope `import`.', examples: [true] }),
    scopes: z.array(z.string()).meta({ examples: [['read', 'import']] }),
    expires_at: timestamp.describe('When the presented token expires.'),
  })
  .meta({ id: 'Me', description: 'Who holds the presented token, and what it may do.' })

export type Me = z.infer<typeof me>
