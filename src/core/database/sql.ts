import type { RawBuilder } from 'kysely'
import type { Dialect } from './dialect.ts'
import { perEngine } from './per-engine.ts'
import { postgresExpressions } from './postgres/dialect.ts'
import { sqliteExpressions } from './sqlite/dialect.ts'

export type { FlatBox } from './dialect.ts'

/** SQL that differs between engines. Each compiles its own variant. */
export const {
  inList,
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
  selectByBoundingBox,
  selectAreasIntersecting,
  intersects,
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
