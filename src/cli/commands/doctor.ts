import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../core/base/errors.ts'
import type { LoadedConfig } from '../../core/config/config.ts'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import type { CheckResult } from '../doctor/check-result.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { loadSettings } from '../host/load-settings.ts'
import { print, printText } from '../terminal/output.ts'
import { adviseOnSystemError } from '../terminal/report-error.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { isSystemError } from '../terminal/write-error.ts'
import { readVersion } from '../../core/base/version.ts'
import { addSettingFlags, type SettingFlags } from './serve.ts'

/** Checks this computer and the connection to the instance. Files and objects that it stores to try it are removed again. */
async function runDoctor(cli: Cli, flags: SettingFlags): Promise<void> {
  const { checkNode } = await import('../doctor/check-machine.ts')
  const { checkInstance } = await import('../doctor/check-instance.ts')
  const { checkDisk, checkImports } = await import('../doctor/check-imports.ts')
  const server =
    flags.server === true
      ? [...(await inspectBucket(cli, flags)), ...(await inspectCatalog(cli, flags))]
      : []
  const outcomes = [
    checkNode(process.versions.node),
    ...(await attempt('packages', checkPackages)),
    ...(await attempt('env_file', () => inspectEnvFile(cli))),
    ...(await attempt('settings', () => checkServer(cli, flags))),
    ...server,
    ...(await attempt('credentials', () => checkCredentialsFile(cli))),
    ...(await attempt('disk', () => checkDisk(cli))),
    ...(await attempt('imports', () => checkImports(cli))),
    ...(await attempt('instance', () => checkInstance(cli))),
  ]
  report(cli, outcomes)
  const failed = outcomes.some(({ state }) => state === 'error')
  if (failed || server.some(({ state }) => state === 'warning')) cli.exitCode = EXIT.integrity
}

/** A check that fails itself must not hide the results of the others. */
async function attempt(
  check: string,
  run: () => Promise<CheckResult | CheckResult[]>,
): Promise<CheckResult[]> {
  const { createResults } = await import('../doctor/check-result.ts')
  try {
    return [await run()].flat()
  } catch (failure) {
    return [createResults(check).error(`This cannot be checked: ${(failure as Error).message}.`)]
  }
}

/** On a terminal it prints each result in full, because a table would truncate the hints. */
function report(cli: Cli, outcomes: readonly CheckResult[]): void {
  if (cli.globals.output !== 'human' || !cli.stdout.isTTY) {
    return print(cli, outcomes, ['check', 'state', 'message', 'hint'])
  }
  const lines = outcomes.map(({ check, state, message, hint }) => {
    const advice = hint === null ? '' : `\n${' '.repeat(9)}${sanitizeLine(hint)}`
    return `${state.padEnd(9)}${check}: ${sanitizeLine(message)}${advice}`
  })
  printText(cli, lines.join('\n'))
}

/** Reports a package that was installed without its compiled part, without which no server starts. */
async function checkPackages(): Promise<CheckResult[]> {
  const { requireBinaries } = await import('../../core/diagnosis/require-binaries.ts')
  return await reportRefusal('packages', requireBinaries)
}

/** Reports why a requirement is not met: its CatalogError, or a failure of the host. */
async function reportRefusal(
  check: string,
  requirement: () => void | Promise<void>,
): Promise<CheckResult[]> {
  const { createResults } = await import('../doctor/check-result.ts')
  try {
    await requirement()
    return []
  } catch (failure) {
    const { error } = createResults(check)
    if (failure instanceof CatalogError) return [error(failure.message, failure.details.hint ?? '')]
    if (!isSystemError(failure)) throw failure
    return [error(`${(failure as Error).message}.`, adviseOnSystemError(failure))]
  }
}

async function checkServer(cli: Cli, flags: SettingFlags): Promise<CheckResult[]> {
  const { createResults } = await import('../doctor/check-result.ts')
  const { ok, error } = createResults('settings')
  try {
    const { requireUsableSettings } = await import('../../core/catalog/require-usable-settings.ts')
    const place = await loadSettings(cli, flags)
    requireUsableSettings(place.config, place.secrets)
    const { checkBasemap } = await import('../doctor/check-basemap.ts')
    const { checkLayers } = await import('../doctor/check-layers.ts')
    const { checkSettings } = await import('../doctor/check-settings.ts')
    const { createOsmSignIn } = await import('../../core/integrations/osm.ts')
    createOsmSignIn(place.config, place.secrets)
    return [
      ok(describeOrigins(place)),
      ...checkSettings(place.config),
      await checkBasemap(place.config, cli.transport),
      ...(await checkLayers(place.config, cli.transport)),
      ...(await checkHost(place)),
    ]
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    return [error(failure.message, 'See: catalog serve --help')]
  }
}

/** Names where each setting comes from, except the defaults. */
function describeOrigins({ origins }: LoadedConfig): string {
  const given = Object.values(origins).filter((origin) => origin !== 'default')
  if (given.length === 0) return 'All settings have their defaults.'
  return `The settings are valid: ${given.join(', ')}. The others have their defaults.`
}

/** Says which variables come from the environment file, or why none do. */
async function inspectEnvFile(cli: Cli): Promise<CheckResult[]> {
  const { checkEnvFile } = await import('../doctor/check-env-file.ts')
  const { readEnvFile } = await import('../../core/config/env-file.ts')
  const file = readEnvFile(cli.env)
  return file ? [await checkEnvFile(file)] : []
}

async function checkHost(place: LoadedConfig): Promise<CheckResult[]> {
  const { data, spatialite } = place.config
  const { checkImageProcesses, checkSpatialite, readOsRelease } =
    await import('../doctor/check-machine.ts')
  const { checkData } = await import('../doctor/check-data.ts')
  const { findRefusal } = await import('../../core/storage/disk/folder-refusal.ts')
  const { describeMisplacedFile } = await import('../../core/storage/disk/misplaced-files.ts')
  const { tryDecoding } = await import('../../core/diagnosis/try-decoding.ts')
  const { checkProxy } = await import('../doctor/check-proxy.ts')
  const { canCapMemory } = await import('../../core/processes/confined-process.ts')
  const { findNetworkIsolation } = await import('../../core/processes/network-isolation.ts')
  const { getInstallCommand, readSpatialiteVersion } =
    await import('../../core/database/spatialite.ts')
  const { platform } = process
  const line = getInstallCommand({ platform, osRelease: await readOsRelease() })
  const folder = await checkData(data, { isSqlite: place.secrets.databaseUrl === null })
  const isReadable = (await findRefusal(data))?.code !== 'EACCES'
  const isUsable = isReadable && describeMisplacedFile(data) === undefined
  return [
    checkSpatialite(readSpatialiteVersion(spatialite), line),
    checkImageProcesses({
      isCapped: canCapMemory(),
      isOffline: findNetworkIsolation() !== undefined,
      problem: await tryDecoding(place.config),
    }),
    folder,
    ...(isUsable ? await checkContents(place) : []),
    ...checkProxy(place.config),
  ]
}

/** Checks what is in the data directory, and what servers share. */
async function checkContents(place: LoadedConfig): Promise<CheckResult[]> {
  const database = await checkDatabase(place)
  return [
    ...(await inspectOwner(place.config.data)),
    ...(database ? [database] : []),
    ...(database === undefined || database.state === 'ok' ? await checkFiles(place) : []),
    ...(await checkSigningKey(place)),
    ...(await checkSharedSettings(place)),
    ...(database?.state === 'ok' ? await checkModelInUse(place) : []),
    ...(await checkIndexes(place)),
  ]
}

/** Root may use every file, so that it asks for the user of the server. */
async function inspectOwner(data: string): Promise<CheckResult[]> {
  const { checkOwner } = await import('../doctor/check-owner.ts')
  const { describeUnusableFiles, findDataOwner, listUnusableFiles } =
    await import('../../core/storage/disk/data-owner.ts')
  const owner = process.getuid?.() === 0 ? findDataOwner(data) : undefined
  const other = owner?.uid === 0 ? undefined : owner
  return checkOwner(other, describeUnusableFiles(data, listUnusableFiles(data, other), other))
}

async function checkIndexes({ config }: LoadedConfig): Promise<CheckResult[]> {
  const { checkSearchMemory } = await import('../doctor/check-search-memory.ts')
  const { estimateSearchMemory } = await import('../../core/diagnosis/saved-indexes.ts')
  const { ALMOST_FULL } = await import('../../core/queries/searches/index-memory.ts')
  const limits = { max: config.searchMemory, almostFull: ALMOST_FULL }
  return checkSearchMemory(await estimateSearchMemory(config), limits)
}

/** Reports image files that do not belong to the database, with which no server starts. */
async function checkFiles({ config, secrets }: LoadedConfig): Promise<CheckResult[]> {
  const { requireMatchingFiles } = await import('../../core/diagnosis/require-matching-files.ts')
  return await reportRefusal('files', () => requireMatchingFiles(config, secrets))
}

/** Reports a damaged key file, with which no server starts. */
async function checkSigningKey({ config, secrets }: LoadedConfig): Promise<CheckResult[]> {
  if (secrets.secret !== null) return []
  const { requireIntactKeyFile } = await import('../../core/auth/signing-key-file.ts')
  return await reportRefusal('secret', () => requireIntactKeyFile(config.data))
}

async function checkSharedSettings(place: LoadedConfig): Promise<CheckResult[]> {
  if (place.secrets.databaseUrl === null) return []
  const { checkNodes } = await import('../doctor/check-nodes.ts')
  const { checkReplica } = await import('../doctor/check-replica.ts')
  const { checkVectors } = await import('../doctor/check-vectors.ts')
  const { readReplicaState } = await import('../../core/database/replica-state.ts')
  const { readVectorSupport } = await import('../../core/resident/postgres/inspect-vectors.ts')
  const { databaseUrl } = place.secrets
  const usesVectors = place.config.vectors === 'pgvector'
  return [
    ...(await checkNodes(place)),
    ...(await checkReplica(place.secrets, readReplicaState)),
    ...(usesVectors ? await checkVectors(databaseUrl, readVectorSupport) : []),
  ]
}

async function checkDatabase({ config, secrets }: LoadedConfig): Promise<CheckResult | undefined> {
  if (secrets.databaseUrl !== null) {
    const { checkPostgres } = await import('../doctor/check-postgres.ts')
    const { readMigrations } = await import('../../core/database/postgres-migrations.ts')
    return await checkPostgres(secrets.databaseUrl, readMigrations)
  }
  const { checkDatabaseFile } = await import('../doctor/check-data.ts')
  const { findDatabaseDamage, listPendingMigrations } =
    await import('../../core/database/database-files.ts')
  return await checkDatabaseFile(config.data, {
    findDamage: findDatabaseDamage,
    requireSchema: listPendingMigrations,
  })
}

/** Stores a small object in the bucket of the image files, if there is one, and removes it. */
async function inspectBucket(cli: Cli, flags: SettingFlags): Promise<CheckResult[]> {
  const { checkBucket } = await import('../doctor/check-bucket.ts')
  const { inspectStorage } = await import('../../core/diagnosis/inspect-storage.ts')
  const { createResults } = await import('../doctor/check-result.ts')
  try {
    const { config } = await loadSettings(cli, flags)
    const found = await inspectStorage(config, cli.clock)
    return found ? checkBucket(found) : []
  } catch (failure) {
    const { error } = createResults('bucket')
    return [error((failure as Error).message, 'See: catalog serve --help')]
  }
}

/** Checks the catalog in the data directory thoroughly. */
async function inspectCatalog(cli: Cli, flags: SettingFlags): Promise<CheckResult[]> {
  const { checkPostgresServer, checkServer } = await import('../doctor/check-server.ts')
  const { createResults } = await import('../doctor/check-result.ts')
  const { explainFailure } = await import('../doctor/explain-failure.ts')
  const { requireCatalog } = await import('../../core/catalog/require-catalog.ts')
  const { inspectPostgres } = await import('../../core/diagnosis/inspect-postgres.ts')
  const { inspectServer } = await import('../../core/diagnosis/inspect-server.ts')
  const { openStorageForReading } = await import('../../core/storage/open-storage.ts')
  const { takeTemporaryLock } = await import('../../core/database/locks.ts')
  const { defaultBackupsFolder } = await import('../../core/backup/backup-folder.ts')
  const { clock } = cli
  try {
    const place = await loadSettings(cli, flags)
    const { config, secrets } = place
    const { data, spatialite } = config
    await requireCatalog(place)
    const storage = await openStorageForReading(config, takeTemporaryLock)
    if (secrets.databaseUrl !== null) {
      return checkPostgresServer(
        await inspectPostgres({ url: secrets.databaseUrl, storage, clock }),
      )
    }
    const backups = resolve(config.backups ?? defaultBackupsFolder(data))
    const hasSecretSetting = secrets.secret !== null
    const isBucket = config.storageUrl !== null
    const about = { data, backups, spatialite, storage, isBucket, hasSecretSetting, clock }
    const found = await inspectServer(about)
    return checkServer(found, { now: clock.now(), version: readVersion() })
  } catch (failure) {
    const { error } = createResults('server')
    const { message, hint } = explainFailure(failure)
    return [error(`The catalog cannot be inspected: ${message}`, hint)]
  }
}

/** Returns no result if the database is not complete. */
async function checkModelInUse({ config, secrets }: LoadedConfig): Promise<CheckResult[]> {
  const { checkModel } = await import('../doctor/check-model.ts')
  const { findDatabase } = await import('../../core/catalog/open-database.ts')
  const { openSnapshot } = await import('../../core/database/snapshots.ts')
  const { EMBEDDING_PRIORITIES } = await import('../../core/job-queue/enqueue.ts')
  const { readModelState } = await import('../../core/queries/settings/model-state.ts')
  const { explainMissingModel } = await import('../../core/embedding/models/model-in-use.ts')
  try {
    await using snapshot = await openSnapshot(findDatabase(config, secrets))
    const { name, coverage } = await readModelState(snapshot.reads, EMBEDDING_PRIORITIES)
    const found = name === null ? undefined : await findProblem(config.data, name)
    const advice = found?.hint ?? explainMissingModel(name)
    return [checkModel({ name, problem: found?.problem, coverage }, advice)]
  } catch {
    return []
  }
}

/** Finds why a model cannot be used: its files first, then the host. */
async function findProblem(
  data: string,
  model: string,
): Promise<{ problem: string; hint?: string | null | undefined } | undefined> {
  const { findRuntimeProblem } = await import('../../core/embedding/inference/onnx-runtime.ts')
  const { findModelProblem } = await import('../../core/embedding/models/model-in-use.ts')
  const { modelsFolder } = await import('../../core/embedding/models/model-folders.ts')
  const problem = await findModelProblem(data, model)
  if (problem !== undefined) return { problem }
  const runtime = await findRuntimeProblem(modelsFolder(data))
  return runtime && { problem: runtime.reason, hint: runtime.details.hint }
}

async function checkCredentialsFile(cli: Cli): Promise<CheckResult> {
  const { checkCredentials } = await import('../doctor/check-machine.ts')
  const { getCredentialsPath } = await import('../login/credentials-file.ts')
  return await checkCredentials(getCredentialsPath(cli.env))
}

export const doctorCommand: CommandFactory = (cli) =>
  addSettingFlags(
    new Command('doctor')
      .description('Diagnose problems with this computer and the instance')
      .option('--server', 'Also inspect the catalog in the data directory, all of its database'),
  ).action((flags: SettingFlags) => runDoctor(cli, flags))
