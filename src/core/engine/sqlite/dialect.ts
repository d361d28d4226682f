import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { areaGeometry, pointGeometry } from './spatial.ts'

export const sqliteExpressions: Dialect = {
  inList: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  inIdList: (json) => sql`(select value from json_each(${json}))`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  foldAscii: (text) => sql`${text} collate nocase`,
  withoutIndex: (column) => sql`+${column}`,
  pointGeometry,
  areaGeometry,
}
