import type { Micros } from '../clock.ts'
import type { Tx } from '../db/store.ts'

/** One user by id, or everybody. */
export type UserScope = number | 'everybody'

/** How many georeferences of both kinds there are. */
export async function countGeoreferences(tx: Tx, whose: UserScope): Promise<number> {
  const counted =
    whose === 'everybody'
      ? tx.selectFrom('georeference_total').select('count')
      : tx
          .selectFrom('user_count')
          .select((row) =>
            row.fn.sum<number | null>(row('points', '+', row.ref('areas'))).as('count'),
          )
          .where('user_id', '=', whose)
  return (await counted.executeTakeFirstOrThrow()).count ?? 0
}

/** When georeferences of both kinds were made, newest first, back to a moment; one at a time, off the indices. */
export function streamGeoreferenceTimes(tx: Tx, whose: UserScope, since: Micros) {
  const made = (table: 'georeference' | 'from_above_georeference') =>
    tx
      .selectFrom(table as 'georeference')
      .select('created_at as at')
      .where('created_at', '>=', since)
      .$if(whose !== 'everybody', (query) => query.where('user_id', '=', Number(whose)))
  return made('georeference')
    .unionAll(made('from_above_georeference'))
    .orderBy('at', 'desc')
    .stream()
}
