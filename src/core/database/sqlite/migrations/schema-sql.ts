import type { SchemaSql } from '../../migrations/schema-sql.ts'

export const sqliteSchema: SchemaSql = {
  flag: (condition) => condition,
  isSet: (flag) => flag,
  both: (one, other) => `${one} and ${other}`,
  choose: (condition, then, otherwise) => `iif(${condition}, ${then}, ${otherwise})`,
  same: (one, other) => `${one} is ${other}`,
  differ: (one, other) => `${one} is not ${other}`,
  toText: (integer) => integer,
  foldAscii: (text) => `${text} collate nocase`,
  jsonField: (json, name) => `json_extract(${json}, '$.${name}')`,
  generated: (column) => column,
  geometryColumn: () => 'geom blob not null',
  orUpdate: () => 'on conflict do update',
  existing: (_, column) => column,
  randomInteger: '(random() & 0x1fffffffffffff)',
  // SQLite before 3.42 cannot compute fractions of Unix time.
  now: `cast((julianday('now') - 2440587.5) * 86400000000 as integer)`,
}
