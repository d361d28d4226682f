import { sql } from 'kysely'
import type { Visibility } from '../../model/visibility.ts'

/** The counts that somebody sees, of a subject or a contributor under the alias `counted`. */

export function imagesSeen(visibility: Visibility) {
  return sql<number>`${sql.ref(visibility === 'public' ? 'counted.public_images' : 'counted.images')}`
}

export function pointsSeen(visibility: Visibility) {
  return sql<number>`${sql.ref(visibility === 'public' ? 'counted.public_points' : 'counted.points')}`
}

export function areasSeen(visibility: Visibility) {
  return sql<number>`${sql.ref(visibility === 'public' ? 'counted.public_areas' : 'counted.areas')}`
}
