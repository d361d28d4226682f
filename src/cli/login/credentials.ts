import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { CatalogError } from '../../core/errors.ts'
import { stateFolder, stateFolderPath } from './state-folder.ts'

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Microseconds since the epoch, by this machine's clock. */
  expires_at: z.int(),
  lifetime_seconds: z.number(),
  scope: z.string(),
  username: z.string(),
})

const instance = z.object({ client_id: z.string(), tokens: tokens.optional() })

const credentials = z.object({
  version: z.literal(1),
  /** The instance signed in to last. */
  last: z.string().optional(),
  instances: z.record(z.string(), instance),
})

export type Tokens = z.infer<typeof tokens>
export type Instance = z.infer<typeof instance>
export type Credentials = z.infer<typeof credentials>

const FILE = 'credentials.json'

export function credentialsPath(env: NodeJS.ProcessEnv): string {
  return join(stateFolderPath(env), FILE)
}

/** What is remembered about each instance by its base URL; empty when nothing is. */
export async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const path = credentialsPath(env)
  const content = await readIfThere(path)
  if (content === undefined) return { version: 1, instances: {} }
  try {
    return credentials.parse(JSON.parse(content))
  } catch (error) {
    throw new CatalogError(
      'invalid',
      `${path} cannot be understood. Remove it, then sign in again with: catalog login`,
      { cause: error },
    )
  }
}

/** Replaces the file as a whole, readable by this user alone; a crash leaves the old or the new one. */
export async function writeCredentials(env: NodeJS.ProcessEnv, value: Credentials): Promise<void> {
  const path = join(await stateFolder(env), FILE)
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    await writeDurably(unfinished, `${JSON.stringify(value, null, 2)}\n`)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
}

async function writeDurably(path: string, content: string): Promise<void> {
  await rm(path, { force: true })
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(content)
  await file.sync()
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
