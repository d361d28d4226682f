import { z } from 'zod'
import { MAX_SUSPENSION_REASON } from '../limits.ts'
import { optionalProse } from './text.ts'
import { timestamp } from './timestamp.ts'

export const newSuspension = z
  .object({
    reason: optionalProse(MAX_SUSPENSION_REASON).meta({
      description: 'Why, for the user and for staff.',
      examples: ['Places images at random.'],
    }),
  })
  .meta({ id: 'NewSuspension', description: 'Why a user is suspended.' })

export const suspension = z
  .strictObject({
    user_id: z.int().meta({ description: 'Id of the suspended user.', examples: [1201] }),
    suspended_by: z
      .int()
      .nullable()
      .meta({
        description: 'Id of the moderator. Null if the user was suspended on the host.',
        examples: [1815],
      }),
    suspended_at: timestamp,
    reason: z.string().meta({
      description: 'Empty if none was given.',
      examples: ['Places images at random.'],
    }),
  })
  .meta({ id: 'Suspension', description: 'A user who can read, but not change anything.' })
export type Suspension = z.infer<typeof suspension>
