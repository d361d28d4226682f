import { z } from 'zod'
import { timestamp } from './timestamp.ts'

export const me = z
  .strictObject({
    map_id: z.int().meta({ description: 'Id of the OpenStreetMap account.', examples: [1001] }),
    osm_id: z.int().meta({ description: 'Same as `map_id`.', examples: [1001] }),
    username: z.string().meta({ examples: ['ada'] }),
    is_staff: z.boolean().meta({ examples: [true] }),
    can_import: z.boolean().meta({
      description: 'Whether the user is staff and the token has the scope `import`.',
      examples: [true],
    }),
    scopes: z.array(z.string()).meta({ examples: [['read', 'import']] }),
    expires_at: timestamp.describe('When the access token of the request expires.'),
  })
  .meta({ id: 'Me', description: 'The user of the access token, and what the token allows.' })

export type Me = z.infer<typeof me>
