import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../base/limits.ts'
import { comment } from './image.ts'
import { clampedInteger, optionalNumber } from './number-parameters.ts'
import { cursorPage } from './paginated.ts'

export const commentQuery = z.object({
  image: optionalNumber.describe('Return only comments on this image, by id.'),
  user: optionalNumber.describe('Return only comments of this user, by id.'),
  after: optionalNumber.describe('Return only comments with greater ids.'),
  limit: clampedInteger({ min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE }).describe(
    'Maximum number of comments.',
  ),
})

export const anyComment = z
  .strictObject({
    ...comment.omit({ commented_by: true }).shape,
    image_id: z.int().meta({ description: 'Id of the image.', examples: [12] }),
    user: z
      .strictObject({
        id: z.int().meta({ examples: [1815] }),
        username: z.string().meta({ examples: ['ada'] }),
      })
      .describe('The user who made the comment.'),
    hidden: z.boolean().meta({ description: 'Whether only staff see it.', examples: [false] }),
  })
  .meta({
    id: 'AnyComment',
    description: 'A comment that everyone sees, or that staff have hidden.',
  })

export type AnyComment = z.infer<typeof anyComment>

export const commentPage = cursorPage(anyComment, {
  id: 'CommentPage',
  description: 'Comments on all images, hidden ones too, by id.',
})
