import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CatalogError } from '../../core/errors.ts'
import { publishFile } from '../durable-files.ts'
import { ensureStateFolder, getStateFolderPath } from './state-folder.ts'

/** What makes a token worth stealing; absent from the file where a keyring holds it. */
export const secrets = z.object({ access_token: z.string(), refresh_token: z.string() })

const tokens = z.object({
  /** Microseconds since the epoch, by this machine's clock. */
  expires_at: z.int(),
  lifetime_seconds: z.number(),
  scope: z.string(),
  username: z.string(),
})

const instance = z.object({
  client_id: z.string(),
  /** What the person calls it, where they gave it a name. */
  name: z.string().optional(),
  /** Where the tokens are; absent for this file. */
  store: z.literal('keyring').optional(),
  /** When a renewal began whose end is not known, in microseconds. */
  renewing_since: z.int().optional(),
  tokens: tokens.extend(secrets.partial().shape).optional(),
})

const content = z.object({
  version: z.literal(1),
  /** The instance signed in to last. */
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

/** The file's content; empty when there is none. */
export async function readCredentialsFile(env: NodeJS.ProcessEnv): Promise<StoredCredentials> {
  const path = getCredentialsPath(env)
  const text = await readIfExists(path)
  if (text === undefined) return { version: 1, instances: {} }
  try {
    return content.parse(JSON.parse(text))
  } catch (error) {
    throw new CatalogError(
      'invalid',
      `${path} cannot be understood. Remove it, then sign in again with: catalog login`,
      { cause: error },
    )
  }
}

/** Replaces the file as a whole, readable by this user alone; a crash leaves the old or the new one. */
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
