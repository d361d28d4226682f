import type { Micros } from '../clock.ts'
import { inList } from '../db/dialect.ts'
import type { Tx } from '../db/store.ts'
import type { Steps } from '../model/milestones.ts'

/** One user by id, or all users. */
export type UserScope = number | 'all users'

/** Counts the georeferences of both kinds. */
export async function countGeoreferences(tx: Tx, scope: UserScope): Promise<number> {
  const counted =
    scope === 'all users'
      ? tx.selectFrom('georeference_total').select('count')
      : tx
          .selectFrom('user_count')
          .select((row) =>
            row.fn.sum<number | null>(row('points', '+', row.ref('areas'))).as('count'),
          )
          .where('user_id', '=', scope)
  return (await counted.executeTakeFirstOrThrow()).count ?? 0
}

export interface NumberedGeoreference {
  at: Micros
  /** Its position among all georeferences of the scope, from 1. */
  number: number
}

/**
 * Lists the georeferences of both kinds, back to `since`, whose numbers are steps, or multiples of the last step.
 * Numbers them from the newest, which has the number `count`, so that it reads no older ones; and only indexes.
 */
export async function listSteps(
  tx: Tx,
  scope: UserScope,
  { since, count, steps }: { since: Micros; count: number; steps: Steps },
): Promise<NumberedGeoreference[]> {
  const last = steps.at(-1)
  if (last === undefined) return []
  const made = (table: 'georeference' | 'from_above_georeference') =>
    tx
      .selectFrom(table as 'georeference')
      .select('created_at as at')
      .where('created_at', '>=', since)
      .$if(scope !== 'all users', (query) => query.where('user_id', '=', Number(scope)))
  const all = made('georeference').unionAll(made('from_above_georeference'))
  const numbered = tx.selectFrom(all.as('made')).select((eb) => {
    const newer = eb.fn.agg<number>('row_number').over((over) => over.orderBy('at', 'desc'))
    return ['at', eb(eb.lit(count + 1), '-', newer).as('number')]
  })
  return tx
    .selectFrom(numbered.as('numbered'))
    .select(['at', 'number'])
    .where((eb) =>
      eb.or([
        eb('number', 'in', inList(steps)),
        eb.and([eb('number', '>', last), eb(eb('number', '%', eb.lit(last)), '=', 0)]),
      ]),
    )
    .execute()
}
