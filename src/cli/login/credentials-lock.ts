import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { readCredentials, writeCredentials, type Credentials } from './credentials.ts'
import { takeFileLock } from '../../core/storage/disk/file-lock.ts'
import { ensureStateFolder } from './state-folder.ts'

const RETRY_MS = 50
const TIMEOUT_MS = 60_000

/**
 * Runs an operation with exclusive access to the credentials among all processes of this user.
 * @throws CatalogError kind `busy` if another process holds the lock for a minute
 */
export async function withCredentialsLock<T>(
  cli: Cli,
  work: (current: Credentials, save: (next: Credentials) => Promise<void>) => Promise<T>,
): Promise<T> {
  using _lock = await takeLock(
    cli,
    join(await ensureStateFolder(cli.env), 'credentials.lock.sqlite'),
  )
  return await work(await readCredentials(cli), (next) => writeCredentials(cli, next))
}

async function takeLock(cli: Cli, path: string): Promise<Disposable> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += RETRY_MS) {
    const lock = takeFileLock(path)
    if (lock) return lock
    await setTimeout(RETRY_MS, undefined, { signal: cli.signal })
  }
  throw new CatalogError('busy', `Another process is using your sign-ins (${path}). Try again.`)
}
