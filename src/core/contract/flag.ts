import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../base/limits.ts'
import { flagged } from './contribution.ts'
import { requiredId } from './fields.ts'
import { clampedInteger } from './number-parameters.ts'

export const flagQuery = z.object({
  after: z.string().optional().describe('Where the page starts, as in `next`.'),
  limit: clampedInteger({ min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE }).describe(
    'Maximum number of reports.',
  ),
})

const openFlag = z
  .strictObject({
    ...flagged.shape,
    user: z
      .strictObject({
        id: z.int().meta({ examples: [1815] }),
        username: z.string().meta({ examples: ['ada'] }),
      })
      .describe('The user who reported the image.'),
    image_public: z.boolean().meta({
      description: 'Whether everyone sees the image.',
      examples: [true],
    }),
  })
  .meta({ id: 'OpenFlag', description: 'A report of an image that staff have not resolved.' })

export type OpenFlag = z.infer<typeof openFlag>

export const flagPage = z
  .strictObject({
    next: z
      .url()
      .nullable()
      .meta({ description: 'URL of the next page. Null on the last page.', examples: [null] }),
    results: z.array(openFlag),
  })
  .meta({ id: 'FlagPage', description: 'Reports that staff have not resolved, oldest first.' })

export type FlagPage = z.infer<typeof flagPage>

/** Body of `POST /api/v2/flags/{id}/hide/`, and of the form of the page. */
export const hiddenPlace = z
  .object({
    collection: requiredId().meta({
      description: 'Id of a collection that is not public, to which the image moves.',
      examples: [3],
    }),
  })
  .meta({ id: 'HiddenPlace', description: 'Where a reported image is hidden.' })
