import { z } from 'zod'
import { MAX_SLUG } from '../limits.ts'
import { isSlug } from '../model/slug.ts'
import { requiredText } from './text.ts'

export const BAD_SLUG = 'Enter a valid slug consisting of letters, numbers, underscores or hyphens.'

/** A required slug. */
export function requiredSlug() {
  return requiredText(MAX_SLUG)
    .pipe(z.string().refine(isSlug, BAD_SLUG))
    .meta({ maxLength: MAX_SLUG, examples: ['town-archive'] })
}
