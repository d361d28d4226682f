import type { Database, Statement } from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import type { Snapshot } from '../../database/store.ts'
import type { CopiedTable } from './copied-tables.ts'

const BATCH_SIZE = 1000

export interface RowCopier {
  /** Copies the rows that match a condition on PostgreSQL. Replaces rows with the same key. */
  copy(snapshot: Snapshot, table: CopiedTable, condition?: Condition): Promise<void>
}

/** SQL with the parameter `$1`. */
export interface Condition {
  sql: string
  parameter: unknown
}

/** Copies rows from PostgreSQL to SQLite, column by column. */
export function createRowCopier(db: Database): RowCopier {
  const prepared = new Map<string, { select: string; insert: Statement }>()
  const prepare = (table: CopiedTable) => {
    const known = prepared.get(table.name) ?? prepareCopy(db, table)
    prepared.set(table.name, known)
    return known
  }
  return {
    async copy(snapshot, table, condition) {
      const { select, insert } = prepare(table)
      const query = condition
        ? CompiledQuery.raw(`${select} where ${condition.sql}`, [condition.parameter])
        : CompiledQuery.raw(select)
      const rows = { compile: () => query as CompiledQuery<object> }
      for await (const batch of snapshot.readBatches(rows, BATCH_SIZE)) {
        for (const row of batch) insert.run(row)
      }
    },
  }
}

function prepareCopy(db: Database, { name, hasGeometry }: CopiedTable) {
  // Generated columns are hidden, and computed by SQLite as well.
  const columns = db
    .prepare<[], string>(`select name from pragma_table_info('${name}') where name <> 'geom'`)
    .pluck()
    .all()
  const values = columns.map((column) => `@${column}`)
  const selected = hasGeometry ? [...columns, 'ST_AsBinary(geom) as geom'] : columns
  const inserted = hasGeometry ? [...columns, 'geom'] : columns
  if (hasGeometry) values.push('GeomFromWKB(@geom, 4326)')
  return {
    select: `select ${selected.join(', ')} from ${name}`,
    insert: db.prepare(
      `insert or replace into ${name} (${inserted.join(', ')}) values (${values.join(', ')})`,
    ),
  }
}
