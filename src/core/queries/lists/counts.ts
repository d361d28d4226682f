import { sql } from 'kysely'
import type { Visibility } from '../../model/visibility.ts'

/** The visible counts of a subject or a contributor, from the table under the alias `counted`. */

export function countImages(visibility: Visibility) {
  return sql<number>`${sql.ref(visibility === 'public' ? 'counted.public_images' : 'counted.images')}`
}

export function countPoints(visibility: Visibility) {
  return sql<number>`${sql.ref(visibility === 'public' ? 'counted.public_points' : 'counted.points')}`
}

export function countAreas(visibility: Visibility) {
  return sql<number>`${sql.ref(visibility === 'public' ? 'counted.public_areas' : 'counted.areas')}`
}
