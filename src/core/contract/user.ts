import { z } from 'zod'
import { DEFAULT_USER_ORDER, USER_ORDERS } from '../model/orders.ts'
import { orderingBy, pageQuery } from './list-query.ts'
import { paginated } from './paginated.ts'

export const user = z
  .strictObject({
    id: z.int().meta({ description: 'Id of the OpenStreetMap account.', examples: [1201] }),
    username: z.string().meta({ examples: ['ada'] }),
    point_georeferences: z.int().meta({
      description: 'Number of point georeferences on images that the caller can see.',
      examples: [212],
    }),
    from_above_georeferences: z.int().meta({
      description: 'Number of area georeferences on images that the caller can see.',
      examples: [3],
    }),
  })
  .meta({ id: 'User', description: 'A user who georeferenced images.' })

export type User = z.infer<typeof user>

export const userList = paginated(user, 'UserList')

export const userQuery = pageQuery.extend({
  ordering: orderingBy(USER_ORDERS, DEFAULT_USER_ORDER),
})
