import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../../core/storage/disk/make-folder.ts'

/** Creates the user's state folder with mode 0700 if it does not exist. */
export async function ensureStateFolder(env: NodeJS.ProcessEnv): Promise<string> {
  const folder = getStateFolderPath(env)
  await makeFolder(folder, 0o700)
  return folder
}

/** XDG Base Directory Specification, XDG_STATE_HOME. */
export function getStateFolderPath(env: NodeJS.ProcessEnv): string {
  if (env.CATALOG_STATE_DIR) return env.CATALOG_STATE_DIR
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'catalog')
}
