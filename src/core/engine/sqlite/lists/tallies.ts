import { sql } from 'kysely'
import type { Sight } from '../../../model/visibility.ts'
import type { Reads } from '../store.ts'
import { visibleCollections } from './visible.ts'

/** How many images somebody sees each subject in; subjects in none are not there. */
export function subjectCounts(reads: Reads, sight: Sight) {
  return reads
    .selectFrom('subject_tally')
    .select(['subject_id', ({ fn }) => fn.sum<number>('images').as('images')])
    .where('collection_id', 'in', visibleCollections(reads, { sight }))
    .groupBy('subject_id')
    .having(sql<boolean>`sum(images) > 0`)
}

/** How many georeferences of images that somebody sees each contributor made; who made none is not there. */
export function userCounts(reads: Reads, sight: Sight) {
  return reads
    .selectFrom('user_tally')
    .select(['user_id', ({ fn }) => fn.sum<number>('points').as('points')])
    .select(({ fn }) => fn.sum<number>('areas').as('areas'))
    .where('collection_id', 'in', visibleCollections(reads, { sight }))
    .groupBy('user_id')
    .having(sql<boolean>`sum(points) + sum(areas) > 0`)
}
