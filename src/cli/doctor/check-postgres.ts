import { CatalogError } from '../../core/base/errors.ts'
import type { SchemaPhase } from '../../core/database/migrated.ts'
import { MIGRATION_ADVICE } from '../host/migration-advice.ts'
import { createResults, type CheckResult } from './check-result.ts'

interface SchemaState {
  applied: string[]
  pending: string[]
  phase: SchemaPhase
  later: string[]
  waitsFor: { place: string }[]
}

/**
 * Checks the connection to PostgreSQL, and the schema. Shows no password.
 * @param readMigrations reads the names of the migrations
 */
export async function checkPostgres(
  url: string,
  readMigrations: (url: string) => Promise<SchemaState>,
): Promise<CheckResult> {
  const { error } = createResults('database')
  const { hostname, pathname } = new URL(url)
  const name = `PostgreSQL database ${pathname.slice(1)} on ${hostname || 'this computer'}`
  try {
    return describeSchema(name, await readMigrations(url))
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    return error(`${name}: ${failure.message}`, 'Check CATALOG_DATABASE_URL and the server.')
  }
}

function describeSchema(name: string, found: SchemaState): CheckResult {
  const { ok, note, warning } = createResults('database')
  const { applied, pending, phase, later, waitsFor } = found
  const servers = waitsFor.map(({ place }) => place).join(', ')
  const schema = `${name}, schema ${applied.at(-1)}`
  if (applied.length === 0) return note(`${name} is empty.`, 'catalog serve creates the schema.')
  if (later.length > 0)
    return note(`${schema}, which a later version has expanded`, 'Replace this version, too.')
  if (phase === 'done') return ok(schema)
  if (phase === 'migrate')
    return note(`${schema}. ${pending.join(', ')} waits for: ${servers}.`, REPLACE)
  const lacking = `${name} lacks migrations: ${pending.join(', ')}.`
  if (phase === 'expand') return warning(lacking, REPLACE)
  const advice = MIGRATION_ADVICE[phase]
  if (phase === 'contract') return note(`${schema}. ${pending.join(', ')} is left.`, advice)
  return warning(lacking, advice)
}

const REPLACE = 'Replace the servers of earlier versions one after another by this version.'
