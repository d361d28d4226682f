import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../base/limits.ts'
import { fromAboveGeoreference, pointGeoreference, validation } from './georeference.ts'
import { comment } from './image.ts'
import { trimmedText } from './list-query.ts'
import { clampedInteger } from './number-parameters.ts'
import { cursorPage } from './paginated.ts'

/** Lists of all contributions to one image. */

export const contributionPageQuery = z.object({
  after: trimmedText.meta({
    description: 'The item after which the page starts. Use the URL in `next`.',
    examples: ['2024-05-17T09:30:12.482913Z,31'],
  }),
  limit: clampedInteger({ min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE }).describe(
    'Maximum number of items. A page of long texts or large areas has fewer.',
  ),
})

export const pointsOfImage = cursorPage(pointGeoreference, {
  id: 'PointsOfImage',
  description: 'Camera positions of an image, oldest first.',
})

export const areasOfImage = cursorPage(fromAboveGeoreference, {
  id: 'AreasOfImage',
  description: 'Areas that an image covers, oldest first.',
})

export const commentsOnImage = cursorPage(comment, {
  id: 'CommentsOnImage',
  description: 'Comments on an image, newest first.',
})

export const validationsOfGeoreference = cursorPage(validation, {
  id: 'ValidationsOfGeoreference',
  description: 'Validations of a georeference, oldest first.',
})
