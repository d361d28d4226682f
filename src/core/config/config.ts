import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { readConfigFile } from './config-file.ts'
import type { EnvFile } from './env-file.ts'
import { invalidFields, type FieldErrors } from '../base/errors.ts'
import { shorten } from '../model/text.ts'
import { InvalidParts, type Setting } from './setting-types.ts'
import { SETTINGS } from './settings.ts'
import type { SITE_SETTINGS } from './site-settings.ts'

type Settings = typeof SETTINGS
export type SettingName = keyof Settings
export type SecretName =
  | 'databaseUrl'
  | 'databaseReadUrl'
  | 'osmClientSecret'
  | 'secret'
  | 'previousSecret'
type Values = { readonly [Name in SettingName]: Settings[Name]['fallback'] }

/** The settings that are not secret. Null means not set. */
export type Config = Omit<Values, SecretName>

/** Texts and links of the community's site. */
export type SiteConfig = Pick<Config, keyof typeof SITE_SETTINGS>

/** The settings that must not appear in logs or output. */
export type Secrets = Pick<Values, SecretName>

/** Origin of a value, such as `--port`, `CATALOG_PORT in /etc/catalog.env`, `port in catalog.toml` or `default`. */
export type Origins = Record<SettingName, string>

export interface LoadedConfig {
  config: Config
  secrets: Secrets
  origins: Origins
}

export interface ConfigSources {
  /** Values of command-line flags by setting name; undefined if absent. */
  flags?: Partial<Record<SettingName, string | boolean | undefined>>
  env?: NodeJS.ProcessEnv
  /** Counts where the environment has no value. */
  envFile?: EnvFile | undefined
  /** Replace defaults, for example for the demonstration. */
  defaults?: Partial<Values>
}

interface Found {
  value: unknown
  origin: string
}

/**
 * Reads every setting from its sources. The result is frozen.
 * @throws CatalogError kind `invalid` that lists all invalid settings
 */
export function loadConfig(sources: ConfigSources = {}): LoadedConfig {
  const problems = findEnvFileProblem(sources)
  const read = (name: SettingName, file: Record<string, unknown>): Found =>
    readSetting(name, { ...sources, file, problems })
  const data = read('data', {}).value as string
  const known = new Set(settingNames().map(fileKeyOf))
  const file = readConfigFile(join(data, 'catalog.toml'), known, problems)
  const found = Object.fromEntries(settingNames().map((name) => [name, read(name, file)]))
  requireDatabaseUrl(found as Record<SettingName, Found>, problems)
  requireAttribution(found as Record<SettingName, Found>, problems)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return split(found as Record<SettingName, Found>)
}

/** An unreadable file counts only if CATALOG_ENV_FILE names it: users may run commands without access to the default one. */
function findEnvFileProblem({ env = {}, envFile }: ConfigSources): FieldErrors {
  if (!env.CATALOG_ENV_FILE || typeof envFile?.problem !== 'string') return {}
  return { CATALOG_ENV_FILE: [`names a file that cannot be read: ${envFile.problem}`] }
}

/** Returns the absolute path of the data directory, of which nothing is read; undefined if the setting is invalid. */
export function findDataFolder(sources: ConfigSources): string | undefined {
  const problems: FieldErrors = {}
  const { value } = readSetting('data', { ...sources, file: {}, problems })
  return Object.keys(problems).length > 0 ? undefined : resolve(String(value))
}

export function settingNames(): SettingName[] {
  return Object.keys(SETTINGS) as SettingName[]
}

/** Lists the variables of the environment that are read: those of the settings, and of the files of secrets. */
export function listVariableNames(): string[] {
  return Object.values<Setting<unknown>>(SETTINGS).flatMap(({ env, secret }) =>
    secret ? [env, `${env}_FILE`] : [env],
  )
}

/** `maxUpload` → `--max-upload`. */
export function flagOf(name: SettingName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Secrets and long texts have none. */
export function hasFlag(name: SettingName): boolean {
  const { secret, hasFlag }: Setting<unknown> = SETTINGS[name]
  return !secret && hasFlag !== false
}

/** `maxUpload` → `max_upload`, the key in `catalog.toml`. */
export function fileKeyOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

interface ReadFrom extends ConfigSources {
  file: Record<string, unknown>
  problems: FieldErrors
}

function readSetting(name: SettingName, from: ReadFrom): Found {
  const definition: Setting<unknown> = SETTINGS[name]
  const raw = findFirstValue(name, definition, from)
  if (raw === undefined) {
    return { value: from.defaults?.[name] ?? definition.fallback, origin: 'default' }
  }
  try {
    return { value: definition.parse(raw.value), origin: raw.origin }
  } catch (error) {
    const shown = definition.secret ? 'the value given' : shorten(JSON.stringify(raw.value))
    from.problems[raw.origin] =
      error instanceof InvalidParts ? error.problems : [`${(error as Error).message}, not ${shown}`]
    return { value: definition.fallback, origin: raw.origin }
  }
}

/** Rejects settings, and values of settings, that only PostgreSQL offers. */
function requireDatabaseUrl(
  { databaseUrl, databaseReadUrl, text, vectors }: Record<SettingName, Found>,
  problems: FieldErrors,
): void {
  // An invalid address is a problem of its own.
  if (databaseUrl.value !== null || databaseUrl.origin !== 'default') return
  const reject = ({ origin }: Found, what: string): void => {
    problems[origin] = [`${what} needs a PostgreSQL database; set CATALOG_DATABASE_URL`]
  }
  if (text.value === 'pg_trgm') reject(text, 'pg_trgm')
  if (vectors.value === 'pgvector') reject(vectors, 'pgvector')
  if (databaseReadUrl.value !== null) reject(databaseReadUrl, 'a replica')
}

function requireAttribution(
  { basemapUrl, basemapAttribution }: Record<SettingName, Found>,
  problems: FieldErrors,
) {
  if (basemapUrl.value === null || basemapAttribution.value !== null) return
  // An invalid credit is a problem of its own.
  if (basemapAttribution.origin !== 'default') return
  problems[basemapUrl.origin] = [
    'needs the credit that the provider of the map asks for; set CATALOG_BASEMAP_ATTRIBUTION',
  ]
}

function findFirstValue(
  name: SettingName,
  definition: Setting<unknown>,
  from: ReadFrom,
): Found | undefined {
  for (const found of listCandidates(name, definition, from)) {
    if (found.value !== undefined) return found
  }
  return undefined
}

/** The values in order of precedence; undefined where a source has none. */
function* listCandidates(
  name: SettingName,
  definition: Setting<unknown>,
  { flags, env = {}, envFile, file, problems }: ReadFrom,
): Generator<Found, void> {
  yield { value: flags?.[name], origin: flagOf(name) }
  yield* listVariables(definition, { env, suffix: '', problems })
  if (envFile) {
    const suffix = ` in ${envFile.path}`
    yield* listVariables(definition, { env: envFile.variables, suffix, problems })
  }
  const key = fileKeyOf(name)
  yield { value: file[key], origin: `${key} in catalog.toml` }
}

interface Variables {
  env: NodeJS.ProcessEnv
  /** Follows the name of a variable in an origin. */
  suffix: string
  problems: FieldErrors
}

function* listVariables(
  { env: variable, secret }: Setting<unknown>,
  { env, suffix, problems }: Variables,
): Generator<Found, void> {
  yield { value: env[variable] || undefined, origin: `${variable}${suffix}` }
  if (!secret) return
  const origin = `${variable}_FILE${suffix}`
  yield { value: readSecretFile(env[`${variable}_FILE`], origin, problems), origin }
}

function readSecretFile(
  path: string | undefined,
  origin: string,
  problems: FieldErrors,
): string | undefined {
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    problems[origin] = [`should name a file that can be read, not ${JSON.stringify(path)}`]
    return undefined
  }
}

function split(found: Record<SettingName, Found>): LoadedConfig {
  const pick = (names: SettingName[]): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, found[name].value]))
  const isSecret = (name: SettingName): boolean =>
    'secret' in SETTINGS[name] && SETTINGS[name].secret === true
  const config = pick(settingNames().filter((name) => !isSecret(name)))
  config.data = resolve(String(config.data))
  return {
    config: Object.freeze(config) as unknown as Config,
    secrets: Object.freeze(pick(settingNames().filter(isSecret))) as unknown as Secrets,
    origins: Object.fromEntries(
      settingNames().map((name) => [name, found[name].origin]),
    ) as Origins,
  }
}

/** Whether only this machine can reach the address, which may be in the notation of URLs: `[::1]`. */
export function isLoopback(host: string): boolean {
  const isIpv4 = isIP(host) === 4 && host.startsWith('127.')
  return ['localhost', '::1', '[::1]'].includes(host) || isIpv4
}
