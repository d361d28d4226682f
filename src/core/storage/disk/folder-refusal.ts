import { access, constants } from 'node:fs/promises'
import { readOwner } from './data-owner.ts'
import { CatalogError } from '../../base/errors.ts'

const { R_OK, W_OK, X_OK } = constants

/** Why a folder cannot be used, by the code of the system error. */
export const FOLDER_REASONS: Partial<Record<string, string>> = {
  EEXIST: 'it is not a directory',
  ENOTDIR: 'a part of its path is not a directory',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'its disk is read-only',
}

/** Returns why this user cannot use a folder; undefined if it can. */
export async function findRefusal(
  path: string,
  mode = R_OK | W_OK | X_OK,
): Promise<NodeJS.ErrnoException | undefined> {
  // The slash refuses a file as no folder, before its permissions count.
  return await access(`${path}/`, mode).then(
    () => undefined,
    (error: unknown) => error as NodeJS.ErrnoException,
  )
}

/** Explains why this user cannot use a folder, and what helps if it does not have to be another folder. */
export function explainRefusal(
  path: string,
  { code = '', message }: NodeJS.ErrnoException,
): { reason: string; remedy?: string } {
  const reason = FOLDER_REASONS[code] ?? message
  if (code === 'EROFS') return { reason, remedy: 'Mount it for writing' }
  if (code !== 'EACCES') return { reason }
  const owner = readOwner(path)
  if (owner === undefined)
    return {
      reason: 'it does not exist, and this user cannot create it',
      remedy: 'Mount its disk if it is missing',
    }
  if (owner.uid === process.getuid?.())
    return { reason: 'its owner has no permission', remedy: `Run chmod u+rwx ${path}` }
  return {
    reason: `it belongs to the user ${owner.name}, and ${reason}`,
    remedy: 'If its disk is missing, mount it. If not, give the directory to this user',
  }
}

/**
 * Creates the error of a folder that this user cannot use.
 * @param what its purpose, such as `the data directory`
 * @param flag names another folder
 */
export function refuseFolder(
  path: string,
  error: unknown,
  { what, flag }: { what: string; flag: string },
): CatalogError {
  const { reason, remedy } = explainRefusal(path, error as NodeJS.ErrnoException)
  const sentence = `${path} cannot be ${what}: ${reason}. ${remedy ? `${remedy}, or name` : 'Name'} another with ${flag}.`
  return new CatalogError('invalid', sentence, { cause: error })
}
