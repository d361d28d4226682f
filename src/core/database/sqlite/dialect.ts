import { sql, type RawBuilder } from 'kysely'
import type { Dialect } from '../dialect.ts'
import {
  areaGeometry,
  pointGeometry,
  selectAreasIntersecting,
  selectByBoundingBox,
  intersects,
  sideOf,
} from './spatial.ts'

export const sqliteExpressions: Dialect = {
  inList: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  isAnyOf: (column, json) => sql`${column} in (select value from json_each(${json}))`,
  integerRows: (rows, columns) => {
    const named = columns.map((name, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`)
    return sql`(select ${sql.join(named)} from json_each(${JSON.stringify(rows)}))`
  },
  jsonField: (json, name) => sql`json_extract(${json}, ${sql.lit(`$.${name}`)})`,
  jsonObject: (members) => sql`json_object(${sql.join(listMembers(members))})`,
  jsonArray: (object) => sql`json_group_array(${object})`,
  least: (one, other) => sql`min(${one}, ${other})`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  foldAscii: (text) => sql`${text} collate nocase`,
  withoutIndex: (column) => sql`+${column}`,
  pointGeometry,
  areaGeometry,
  selectByBoundingBox,
  selectAreasIntersecting,
  intersects,
  sideOf,
  isValid: (geom) => sql`ST_IsValid(${geom})`,
  invalidReason: (geom) => sql`ST_IsValidReason(${geom})`,
}

function listMembers(members: Readonly<Record<string, unknown>>): RawBuilder<unknown>[] {
  return Object.entries(members).map(([name, value]) => sql`${sql.lit(name)}, ${value}`)
}
