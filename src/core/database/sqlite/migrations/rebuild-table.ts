import { sql, type Kysely } from 'kysely'

/**
 * Replaces the definition of a table that no other table refers to. SQLite cannot change a constraint, so the rows move to
 * a new table: https://www.sqlite.org/lang_altertable.html#otheralter. Rows, ids, the next id, indexes and triggers stay.
 * @param edit changes the statement that creates the table
 */
export async function rebuildTable(
  db: Kysely<unknown>,
  table: string,
  edit: (definition: string) => string,
): Promise<void> {
  const definitions = await readDefinitions(db, table)
  const [definition = ''] = definitions.filter(({ type }) => type === 'table').map((it) => it.sql)
  const rebuilt = `rebuilt_${table}`
  await run(db, edit(definition).replace(new RegExp(`\\b${table}\\b`, 'u'), rebuilt))
  const columns = (await listStoredColumns(db, table)).map((name) => `"${name}"`).join(', ')
  await run(db, `insert into ${rebuilt} (${columns}) select ${columns} from ${table}`)
  if (/\bautoincrement\b/iu.test(definition)) await copyNextId(db, table, rebuilt)
  await run(db, `drop table ${table}`)
  await run(db, `alter table ${rebuilt} rename to ${table}`)
  for (const { type, sql: statement } of definitions) {
    if (type !== 'table') await run(db, statement)
  }
}

async function readDefinitions(
  db: Kysely<unknown>,
  table: string,
): Promise<{ type: string; sql: string }[]> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null
    order by rowid`.execute(db)
  return rows
}

/** Lists the columns that are not generated. */
async function listStoredColumns(db: Kysely<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table})`.execute(db)
  return rows.map(({ name }) => name)
}

/** Deleted rows may have had higher ids than those that were copied. */
async function copyNextId(db: Kysely<unknown>, table: string, rebuilt: string): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${rebuilt}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq)
    select ${rebuilt}, seq from sqlite_sequence where name = ${table}`.execute(db)
}

async function run(db: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}
