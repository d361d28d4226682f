import type { RawBuilder } from 'kysely'
import type { Dialect } from '../engine/dialect.ts'
import { perEngine } from '../engine/per-engine.ts'
import { postgresExpressions } from '../engine/postgres/dialect.ts'
import { sqliteExpressions } from '../engine/sqlite/dialect.ts'

export type { FlatBox } from '../engine/dialect.ts'

/** SQL that differs between engines. Each compiles its own variant. */
export const {
  inList,
  inIdList,
  inTextList,
  isAnyOf,
  integerRows,
  jsonField,
  jsonObject,
  jsonArray,
  least,
  contains,
  foldAscii,
  withoutIndex,
  pointGeometry,
  areaGeometry,
  selectTouching,
  selectAreasTouching,
  touches,
  sideOf,
  isValid,
  invalidReason,
} = combine(sqliteExpressions, postgresExpressions)

type Build = (...values: unknown[]) => RawBuilder<unknown>

function combine(sqlite: Dialect, postgres: Dialect): Dialect {
  const combined = Object.entries(sqlite).map(([name, inSqlite]) => {
    const inPostgres = postgres[name as keyof Dialect] as Build
    const build: Build = (...values) =>
      perEngine({
        sqlite: () => (inSqlite as Build)(...values),
        postgres: () => inPostgres(...values),
      })
    return [name, build]
  })
  return Object.fromEntries(combined) as Dialect
}
