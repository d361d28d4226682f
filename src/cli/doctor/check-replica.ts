import type { LoadedConfig } from '../../core/config/config.ts'
import { CatalogError } from '../../core/base/errors.ts'
import { MAX_REPLICA_LAG_SECONDS } from '../../core/base/limits.ts'
import { createResults, type CheckResult } from './check-result.ts'

interface ReplicaState {
  /** False for the primary itself. */
  isStandby: boolean
  /** Bytes of the write-ahead log that it has not replayed in time. */
  missingBytes: number
}

const HINT = 'Until this is mended, servers read everything from the primary.'

/**
 * Checks the replica of the database, if there is one. Shows no password.
 * @param readState compares it with the primary
 */
export async function checkReplica(
  { databaseUrl, databaseReadUrl }: LoadedConfig['secrets'],
  readState: (url: string, readUrl: string) => Promise<ReplicaState>,
): Promise<CheckResult[]> {
  if (databaseUrl === null || databaseReadUrl === null) return []
  const { ok, note, warning, error } = createResults('replica')
  const name = `PostgreSQL on ${new URL(databaseReadUrl).hostname || 'this computer'}`
  try {
    const { isStandby, missingBytes } = await readState(databaseUrl, databaseReadUrl)
    if (!isStandby) {
      const hint = 'Let CATALOG_DATABASE_READ_URL lead to a standby, or remove it.'
      return [note(`${name} is the primary itself.`, hint)]
    }
    if (missingBytes === 0) return [ok(`${name} follows the primary.`)]
    const behind = `${name} is ${missingBytes} bytes behind the primary, and did not catch up in ${MAX_REPLICA_LAG_SECONDS} seconds.`
    return [warning(behind, HINT)]
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    const hint = `Check CATALOG_DATABASE_READ_URL and the server. ${HINT}`
    return [error(`${name} cannot answer reads. ${failure.message}`, hint)]
  }
}
