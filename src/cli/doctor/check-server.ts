import { MICROS_PER_SECOND, type Micros } from '../../core/base/clock.ts'
import type { PostgresInspection } from '../../core/diagnosis/inspect-postgres.ts'
import type { RowInspection } from '../../core/diagnosis/inspect-rows.ts'
import type { Inspection } from '../../core/diagnosis/inspect-server.ts'
import { RESTORE_DATABASE } from '../../core/base/errors.ts'
import { formatBytes, formatCount, formatTime } from '../terminal/format.ts'
import { createResults, type CheckResult } from './check-result.ts'

const DAY: Micros = 24 * 60 * 60 * MICROS_PER_SECOND

/** The age at which the newest backup is reported. */
const MAX_BACKUP_DAYS = 7

/** Presents what an inspection found, with what to do about it. */
export function checkServer(
  found: Inspection,
  { now, version }: { now: Micros; version: string },
): CheckResult[] {
  return [
    describeVersions(found, version),
    checkSchema(found),
    checkIntegrity(found),
    checkStorage(found),
    checkJobs(found),
    checkSlots(found),
    checkSweep(found),
    checkSpace(found),
    checkSecrets(found),
    checkBackups(found, now),
  ]
}

/** Presents what an inspection of a catalog on PostgreSQL found, with what to do about it. */
export function checkPostgresServer(found: PostgresInspection): CheckResult[] {
  return [
    checkStorage(found),
    checkJobs(found),
    checkSlots(found),
    checkSweep(found),
    checkConnections(found),
    describeNodes(found),
  ]
}

function describeNodes({ nodes }: PostgresInspection): CheckResult {
  const { ok, note } = createResults('servers')
  const names = nodes.map(({ place, version }) => `${place} (version ${version})`)
  if (names.length > 0) return ok(`Running on this database: ${names.join(', ')}.`)
  return note('No server runs on this database.', 'Start one with: catalog serve')
}

/** The most connections that a server opens, as docs/scaling.md lists them. */
const CONNECTIONS_OF_SERVER = 27

function checkConnections({ connections }: PostgresInspection): CheckResult {
  const { ok, warning } = createResults('connections')
  const { open, allowed } = connections
  const message = `${open} of ${allowed} connections to PostgreSQL are open`
  if (allowed - open >= CONNECTIONS_OF_SERVER) return ok(`${message}.`)
  return warning(
    `${message}, but a server may need ${CONNECTIONS_OF_SERVER} more.`,
    'Raise max_connections of PostgreSQL, or put PgBouncer between: see docs/scaling.md.',
  )
}

function describeVersions({ versions }: Inspection, version: string): CheckResult {
  const { ok } = createResults('versions')
  const { sqlite, spatialite } = versions
  return ok(`catalog ${version}, SQLite ${sqlite}, SpatiaLite ${spatialite}`)
}

function checkSchema({ pending }: Inspection): CheckResult {
  const { ok, warning } = createResults('schema')
  if (pending.length === 0) return ok('The database has the schema of this version.')
  return warning(
    `The database lacks ${formatCount(pending.length, 'migration')}: ${pending.join(', ')}.`,
    'Start catalog serve. It copies the database first.',
  )
}

function checkIntegrity({ integrity }: Inspection): CheckResult {
  const { ok, error } = createResults('integrity')
  if (integrity.length === 0) return ok('The database is intact.')
  return error(`The database is damaged: ${integrity.join('; ')}.`, RESTORE_DATABASE)
}

function checkStorage({ storage }: RowInspection): CheckResult {
  const { ok, error } = createResults('storage')
  const { files, findings } = storage
  if (findings.length === 0) return ok(`A sample of ${files} stored files is as recorded.`)
  const [first] = findings
  return error(
    `${findings.length} of ${files} stored files in a sample are missing or changed, such as ${first?.path}.`,
    'Check all files with: catalog admin storage verify. Restore them from a backup.',
  )
}

function checkJobs({ jobs }: RowInspection): CheckResult {
  const { ok, note, warning, error } = createResults('jobs')
  const { failed, abandoned, overdue, misdated, paused } = jobs
  if (paused) return note('Jobs are paused.', 'Resume them with: catalog job resume')
  if (abandoned + overdue > 0) {
    return error(
      `${abandoned} jobs have stopped without a result, and ${overdue} wait for more than an hour.`,
      'Start catalog serve, or run them with: catalog admin job run. Then see: catalog job list',
    )
  }
  if (misdated > 0)
    return warning(
      `Jobs are dated more than two days ahead (${misdated}), so the clock of the host was wrong.`,
      'Check the clock. A server lets them run within ten minutes.',
    )
  if (failed > 0) return warning(`${failed} jobs have failed.`, 'See: catalog job list --failed')
  return ok('No job is stuck.')
}

function checkSlots({ lateSlots }: RowInspection): CheckResult {
  const { ok, warning } = createResults('slots')
  if (lateSlots === 0) return ok('No expired upload waits for its deletion.')
  return warning(
    `${lateSlots} upload slots expired more than three hours ago, but their files were not deleted.`,
    'Start catalog serve, or delete them with: catalog admin slot reap',
  )
}

function checkSweep({ stoppedSweep }: RowInspection): CheckResult {
  const { ok, warning } = createResults('sweep')
  if (stoppedSweep === undefined) return ok('Orphaned files are cleaned up.')
  const { at, originals, allowed } = stoppedSweep
  return warning(
    `On ${formatTime(at)}, more than ${allowed} of ${originals} originals were named by no row, so nothing was cleaned up.`,
    'If the database was rolled back, restore a newer one. Otherwise move the files to the trash with: catalog admin storage prune',
  )
}

function checkSpace({ space }: Inspection): CheckResult {
  const { ok, warning } = createResults('space')
  const { free, database } = space
  const message = `${formatBytes(free)} are free for a database of ${formatBytes(database)}`
  if (free > 2 * database) return ok(`${message}.`)
  return warning(
    `Only ${message}, which an upgrade and a backup copy.`,
    'Delete old backups with: catalog admin backup prune --keep N',
  )
}

function checkSecrets({ exposed, hasSigningKey }: Inspection): CheckResult {
  const { ok, error } = createResults('secrets')
  if (exposed.length > 0) {
    const paths = exposed.join(' ')
    return error(`Other users can access ${exposed.join(' and ')}.`, `chmod 600 ${paths}`)
  }
  if (hasSigningKey) return ok('Only the owner can access the database and the signing key.')
  return error(
    'There is no signing key.',
    'Restore the file secret from a backup, or start the server again: it then creates a new one, and all upload URLs and permalinks become invalid.',
  )
}

function checkBackups({ backups }: Inspection, now: Micros): CheckResult {
  const { ok, warning } = createResults('backups')
  const { folder, newest, unreadable, databaseOnly } = backups
  const advice = `Make one with: catalog admin backup create${databaseOnly ? ' --database-only' : ''}`
  if (unreadable.length > 0) {
    const names = unreadable.join(', ')
    return warning(`Backups in ${folder} are damaged: ${names}.`, 'Delete these folders.')
  }
  if (newest === null) return warning(`There is no backup in ${folder}.`, advice)
  const days = Math.floor((now - newest) / DAY)
  if (days < MAX_BACKUP_DAYS) return ok(`The newest backup is ${formatCount(days, 'day')} old.`)
  return warning(`The newest backup is ${formatCount(days, 'day')} old.`, advice)
}
