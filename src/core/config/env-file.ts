import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

const DEFAULT_PATH = '/etc/catalog.env'

/** Lines `NAME=VALUE` with the variables of a host, for all commands that read the settings of the server. */
export interface EnvFile {
  path: string
  variables: Readonly<NodeJS.ProcessEnv>
  /** Why the file cannot be read. Null if it can. */
  problem: string | null
}

/**
 * Reads `/etc/catalog.env`, or the file that CATALOG_ENV_FILE names.
 * @returns undefined if that variable is set to nothing, or if there is no file at the default path
 */
export function readEnvFile({ CATALOG_ENV_FILE: named }: NodeJS.ProcessEnv): EnvFile | undefined {
  const path = named ?? DEFAULT_PATH
  if (path === '') return undefined
  try {
    return { path, variables: parseEnv(readFileSync(path, 'utf8')), problem: null }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && named === undefined) return undefined
    return { path, variables: {}, problem: message }
  }
}

/** They belong together: those of the file are ignored if the environment has one of them. */
const AWS_CREDENTIALS: readonly string[] = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
]

/** Adds the variables of other programs and libraries, such as the credentials of a bucket, to an environment that lacks them. */
export function addForeignVariables(env: NodeJS.ProcessEnv, { variables }: EnvFile): void {
  const hasCredentials = AWS_CREDENTIALS.some((name) => env[name])
  for (const [name, value] of Object.entries(variables)) {
    if (name.startsWith('CATALOG_') || env[name]) continue
    if (hasCredentials && AWS_CREDENTIALS.includes(name)) continue
    env[name] = value
  }
}
