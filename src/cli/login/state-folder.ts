import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the program keeps what it remembers of this person: 0700, made when missing. */
export async function ensureStateFolder(env: NodeJS.ProcessEnv): Promise<string> {
  const folder = getStateFolderPath(env)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** XDG Base Directory Specification, XDG_STATE_HOME. */
export function getStateFolderPath(env: NodeJS.ProcessEnv): string {
  if (env.CATALOG_STATE_DIR) return env.CATALOG_STATE_DIR
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'catalog')
}
