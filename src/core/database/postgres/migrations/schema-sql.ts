import type { SchemaSql } from '../../migrations/schema-sql.ts'

/** Only ASCII letters, unlike lower(), so that both engines sort alike. */
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const LOWER = UPPER.toLowerCase()

const GEOMETRY_TYPES = { point: 'Point', polygon: 'Polygon', geometry: 'Geometry' }

export const postgresSchema: SchemaSql = {
  flag: (condition) => `(${condition})::integer`,
  isSet: (flag) => `${flag} = 1`,
  both: (one, other) => `${one} * ${other}`,
  choose: (condition, then, otherwise) =>
    `case when ${condition} then ${then} else ${otherwise} end`,
  same: (one, other) => `${one} is not distinct from ${other}`,
  differ: (one, other) => `${one} is distinct from ${other}`,
  toText: (integer) => `${integer}::text`,
  foldAscii: (text) => `translate(${text}, '${UPPER}', '${LOWER}')`,
  jsonField: (json, name) => `(${json}::json ->> '${name}')`,
  // A generated column cannot depend on another one.
  generated: (_, expression) => `(${expression})`,
  geometryColumn: (type) => `geom geometry(${GEOMETRY_TYPES[type]}, 4326) not null`,
  orUpdate: (key) => `on conflict (${key}) do update`,
  existing: (table, column) => `${table}.${column}`,
  randomInteger: 'floor(random() * 9007199254740992)::bigint',
  now: '(extract(epoch from clock_timestamp()) * 1000000)::bigint',
}
