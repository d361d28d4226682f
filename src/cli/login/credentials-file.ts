import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import { publishFile } from '../../core/storage/disk/durable-files.ts'
import { ensureStateFolder, getStateFolderPath } from './state-folder.ts'

/** The secret part of the tokens; absent from the file if it is in the keyring. */
export const secrets = z.object({ access_token: z.string(), refresh_token: z.string() })

const tokens = z.object({
  /** Microseconds since the epoch, by this computer's clock. */
  expires_at: z.int(),
  lifetime_seconds: z.number(),
  scope: z.string(),
  username: z.string(),
})

const instance = z.object({
  client_id: z.string(),
  /** Profile name, if the user chose one. */
  name: z.string().optional(),
  /** Location of the secrets; absent if they are in this file. */
  store: z.literal('keyring').optional(),
  /** Start of a refresh whose outcome is unknown, in microseconds since the epoch. */
  renewing_since: z.int().optional(),
  tokens: tokens.extend(secrets.partial().shape).optional(),
})

const content = z.object({
  version: z.literal(1),
  /** Base URL of the default instance: the last one signed in to, or chosen with `profile use`. */
  last: z.string().optional(),
  instances: z.record(z.string(), instance),
})

export type Secrets = z.infer<typeof secrets>
export type TokenFacts = z.infer<typeof tokens>
export type StoredInstance = z.infer<typeof instance>
export type StoredCredentials = z.infer<typeof content>

const FILE = 'credentials.json'

export function getCredentialsPath(env: NodeJS.ProcessEnv): string {
  return join(getStateFolderPath(env), FILE)
}

/** Reads the file; returns empty credentials if it does not exist. */
export async function readCredentialsFile(env: NodeJS.ProcessEnv): Promise<StoredCredentials> {
  const path = getCredentialsPath(env)
  const text = await readIfExists(path)
  if (text === undefined) return { version: 1, instances: {} }
  try {
    return content.parse(JSON.parse(text))
  } catch (error) {
    throw new CatalogError(
      'invalid',
      `${path} is not a valid credentials file. Delete it, then sign in again with: catalog login`,
      { cause: error },
    )
  }
}

/** Replaces the file atomically, with mode 0600. */
export async function writeCredentialsFile(
  env: NodeJS.ProcessEnv,
  value: StoredCredentials,
): Promise<void> {
  const path = join(await ensureStateFolder(env), FILE)
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    await rm(unfinished, { force: true })
    await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
    await publishFile(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
