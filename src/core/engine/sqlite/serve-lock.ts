import { join } from 'node:path'
import { CatalogError } from '../../errors.ts'
import { takeFileLock } from './file-lock.ts'

/**
 * Marks a data directory as served.
 * @throws CatalogError kind `busy` when another server has it
 */
export function takeServeLock(data: string): Disposable {
  const lock = takeFileLock(join(data, 'serve.lock.sqlite'))
  if (lock) return lock
  throw new CatalogError('busy', `Another server is at work on ${data}. Stop it first.`)
}
