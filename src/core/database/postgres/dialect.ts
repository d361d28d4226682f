import { sql, type RawBuilder } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { LOWER, UPPER } from './migrations/schema-sql.ts'
import {
  areaGeometry,
  pointGeometry,
  selectAreasIntersecting,
  selectByBoundingBox,
  intersects,
  sideOf,
} from './spatial.ts'

export const postgresExpressions: Dialect = {
  inList: (values) => {
    // The type of the other side is unknown.
    if (values.length === 0) return sql`(null)`
    const type = sql.raw(values.some((value) => typeof value === 'string') ? 'text' : 'bigint')
    return sql`(select unnest(${values.filter(isStorable)}::${type}[]))`
  },
  isAnyOf: (column, json) => sql`${column} = any (translate(${json}, '[]', '{}')::bigint[])`,
  integerRows: (rows, columns) => {
    const named = columns.map(
      (name, index) => sql`(value ->> ${sql.lit(index)})::bigint as ${sql.ref(name)}`,
    )
    return sql`(select ${sql.join(named)} from json_array_elements(${JSON.stringify(rows)}::json))`
  },
  // In byte order, as the indexes.
  jsonField: (json, name) => sql`((${json}::json ->> ${sql.lit(name)}) collate "C")`,
  jsonObject: (members) => sql`json_build_object(${sql.join(listMembers(members))})::text`,
  jsonArray: (object) => sql`coalesce(json_agg(${object}::json), '[]')::text`,
  least: (one, other) => sql`least(${one}, ${other})`,
  contains: (text, part) =>
    isStorable(part) ? sql`strpos(${text}, ${part}::text) > 0` : sql`false`,
  // Must equal the expression of the index.
  foldAscii: (text) => sql`translate(${text}, ${sql.lit(UPPER)}, ${sql.lit(LOWER)})`,
  withoutIndex: (column) => column,
  pointGeometry,
  areaGeometry,
  selectByBoundingBox,
  selectAreasIntersecting,
  intersects,
  sideOf,
  isValid: (geom) => sql`coalesce(ST_IsValid(${geom})::integer, -1)`,
  invalidReason: (geom) => sql`ST_IsValidReason(${geom})`,
}

/** Whether a row may have this value. PostgreSQL refuses to compare anything with text that it cannot store. */
function isStorable(value: unknown): boolean {
  return typeof value !== 'string' || !value.includes('\0')
}

function listMembers(members: Readonly<Record<string, unknown>>): RawBuilder<unknown>[] {
  return Object.entries(members).map(([name, value]) => sql`${sql.lit(name)}::text, ${value}`)
}
