import { z } from 'zod'
import { MAX_SLUG } from '../base/limits.ts'
import { isSlug } from '../model/slug.ts'
import { PROBLEMS } from '../base/problems/problem.ts'
import { requiredText } from './text-fields.ts'

/** A required slug. */
export function requiredSlug() {
  return requiredText(MAX_SLUG)
    .pipe(z.string().refine((text) => isSlug(text), PROBLEMS.not_a_slug))
    .meta({ maxLength: MAX_SLUG, examples: ['town-archive'] })
}
