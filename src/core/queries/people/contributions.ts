import type { Reads } from '../../database/store.ts'

/** Counts of a user's contributions, on public and other images. */
export interface Contributions {
  points: number
  areas: number
  validations: number
  comments: number
}

/** Counts a user's contributions; zeros for an unknown user. */
export async function countContributions(reads: Reads, userId: number): Promise<Contributions> {
  const counted = await reads
    .selectNoFrom((of) => [
      of.selectFrom('user_count').where('user_id', '=', userId).select('points').as('points'),
      of.selectFrom('user_count').where('user_id', '=', userId).select('areas').as('areas'),
      of
        .selectFrom('validation')
        .where('validated_by', '=', userId)
        .select((is) => is.fn.countAll<number>().as('count'))
        .as('validations'),
      of
        .selectFrom('comment')
        .where('commented_by', '=', userId)
        .select((is) => is.fn.countAll<number>().as('count'))
        .as('comments'),
    ])
    .executeTakeFirstOrThrow()
  const { points, areas, validations, comments } = counted
  return {
    points: points ?? 0,
    areas: areas ?? 0,
    validations: validations ?? 0,
    comments: comments ?? 0,
  }
}
