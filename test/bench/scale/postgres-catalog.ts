import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { rebuildActivity } from '../../../src/core/writes/feed/rebuild.ts'
import { openStore } from '../../../src/core/database/postgres/open-store.ts'
import { copyRows, runOn } from '../../support/copy-rows-to-postgres.ts'
import type { Postgres } from '../../support/postgres.ts'

/** Increases with every change of how a database is filled. */
const LOADER = 1
const MAKING = 'scale_making'

/**
 * Returns the address of a database with the catalog of a data directory on SQLite, and its activity. Fills it once per
 * schema, and keeps it.
 */
export async function openScaleDatabase(postgres: Postgres, data: string): Promise<string> {
  await postgres.query(`drop database if exists ${MAKING}`)
  await postgres.query(`create database ${MAKING}`)
  const address = postgres.addressOf(MAKING)
  await (await openStore({ url: address }))[Symbol.asyncDispose]()
  const name = `scale_${basename(data).replace('-', '_')}_${await hashSchema(address)}`
  const [known] = await postgres.query('select from pg_database where datname = $1', [name])
  if (known) await postgres.query(`drop database ${MAKING}`)
  else {
    console.log(`Filling ${name}`)
    await fill(address, data)
    await postgres.query(`alter database ${MAKING} rename to ${name}`)
  }
  return postgres.addressOf(name)
}

async function hashSchema(address: string): Promise<string> {
  const [schema] = await runOn<{ text: string }>(
    address,
    `select string_agg(line, ' ' order by line) as text from (
       select indexdef as line from pg_indexes where schemaname = 'public'
       union all select concat_ws(' ', table_name, column_name, data_type, generation_expression)
         from information_schema.columns where table_schema = 'public'
       union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13
     ) as lines`,
  )
  return createHash('sha256').update(`${LOADER} ${schema?.text}`).digest('hex').slice(0, 12)
}

/** Copies all rows, and makes the activity of their contributions. */
async function fill(address: string, data: string): Promise<void> {
  const started = performance.now()
  const report = (what: string): void =>
    console.log(`  ${what.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  await copyRows(address, join(data, 'catalog.sqlite'))
  report('rows')
  const store = await openStore({ url: address })
  await store.write(rebuildActivity)
  await store[Symbol.asyncDispose]()
  report('activity')
  await runOn(address, 'vacuum analyze')
  await runOn(address, 'checkpoint')
  report('statistics')
}
