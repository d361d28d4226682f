import { z } from 'zod'
import { DEFAULT_MILESTONES, type Milestones } from '../model/milestone-steps.ts'

const steps = z
  .array(z.int().min(1))
  .max(100)
  .refine(
    (counts) => counts.every((count, at) => at === 0 || count > (counts[at - 1] ?? 0)),
    'should be in ascending order',
  )

/** The setting `milestones`: `{"user": [5, 15, 50], "sitewide": [100, 1000]}`. An absent list means the default, an empty one no milestones. */
export const givenMilestones = z.strictObject({
  user: steps.optional(),
  sitewide: steps.optional(),
})

/** The same with the defaults of absent lists. */
export const milestonesSetting = givenMilestones.transform((given): Milestones => ({
  ...DEFAULT_MILESTONES,
  ...given,
}))
