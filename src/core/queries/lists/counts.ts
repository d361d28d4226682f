import { column } from '../../database/expressions.ts'
import type { Visibility } from '../../model/visibility.ts'

/** Refers to a visible count of a subject or a contributor, in the table under the alias `counted`. */
export function selectCount(of: 'images' | 'points' | 'areas', visibility: Visibility) {
  return column<number>(visibility === 'public' ? `counted.public_${of}` : `counted.${of}`)
}
