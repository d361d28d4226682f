import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { areaGeometry, pointGeometry } from './spatial.ts'

export const postgresExpressions: Dialect = {
  inList: (values) => {
    const type = sql.raw(values.some((value) => typeof value === 'string') ? 'text' : 'bigint')
    return sql`(select unnest(${values}::${type}[]))`
  },
  inIdList: (json) => sql`(select value::bigint from json_array_elements_text(${json}::json))`,
  contains: (text, part) => sql`strpos(${text}, ${part}::text) > 0`,
  // Only ASCII letters, unlike lower(), so that both engines sort alike.
  foldAscii: (text) =>
    sql`translate(${text}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`,
  withoutIndex: (column) => column,
  pointGeometry,
  areaGeometry,
}
