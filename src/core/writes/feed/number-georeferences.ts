import type { Micros } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import type { Tx } from '../../database/store.ts'
import type { Steps } from '../../model/milestone-steps.ts'

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

/** A time, and the number of georeferences of that time. */
export interface GeoreferenceTime {
  at: Micros
  count: number
}

/** Lists the times of georeferences of both kinds after another time, in ascending order. */
export async function listGeoreferenceTimes(
  tx: Tx,
  scope: UserScope,
  { after, limit }: { after: Micros; limit: number },
): Promise<GeoreferenceTime[]> {
  const list = (table: 'georeference' | 'from_above_georeference') =>
    selectFrom(tx, table, scope)
      .select(({ fn }) => ['created_at as at', fn.countAll<number>().as('count')])
      .where('created_at', '>', after)
      .groupBy('created_at')
      .orderBy('created_at')
      .limit(limit)
      .execute()
  const counts = new Map<Micros, number>()
  for (const { at, count } of [
    ...(await list('georeference')),
    ...(await list('from_above_georeference')),
  ])
    counts.set(at, (counts.get(at) ?? 0) + count)
  return [...counts]
    .map(([at, count]) => ({ at, count }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, limit)
}

/** Counts the georeferences of both kinds up to a time. */
export async function countGeoreferencesUntil(
  tx: Tx,
  scope: UserScope,
  until: Micros,
): Promise<number> {
  const count = async (table: 'georeference' | 'from_above_georeference'): Promise<number> => {
    const { count } = await selectFrom(tx, table, scope)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('created_at', '<=', until)
      .executeTakeFirstOrThrow()
    return count
  }
  return (await count('georeference')) + (await count('from_above_georeference'))
}

function selectFrom(tx: Tx, table: 'georeference' | 'from_above_georeference', scope: UserScope) {
  return tx
    .selectFrom(table as 'georeference')
    .$if(scope !== 'all users', (query) => query.where('user_id', '=', Number(scope)))
}
