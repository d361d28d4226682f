import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../storage/disk/make-folder.ts'
import { CatalogError, invalid } from '../../base/errors.ts'
import { takeFileLock } from '../../storage/disk/file-lock.ts'
import { FOLDER } from '../../storage/modes.ts'

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** Stands for no model where a model can be named. */
export const NO_MODEL = 'none'

/** The folder of the models in a data directory, each in a folder of its own name. */
export function modelsFolder(data: string): string {
  return join(data, 'models')
}

export function modelFolder(data: string, name: string): string {
  return join(modelsFolder(data), requireModelName(name))
}

/** Whether a folder of this name can hold a model. */
export function isModelName(name: string): boolean {
  return NAME.test(name) && name !== NO_MODEL
}

/** @throws CatalogError kind `invalid` */
export function requireModelName(name: string): string {
  if (isModelName(name)) return name
  throw invalid(
    'name',
    `${JSON.stringify(name)} is not a name of a model: up to 64 of a-z, 0-9, ".", "_" and "-", except "${NO_MODEL}".`,
  )
}

/**
 * Excludes other processes that install models in this data directory.
 * @throws CatalogError kind `busy` if one is doing so, `unavailable` if the folder of the models cannot be written
 */
export async function lockModels(data: string): Promise<Disposable> {
  const folder = modelsFolder(data)
  await ensureWritable(folder)
  const lock = takeFileLock(join(folder, '.lock.sqlite'))
  if (lock) return lock
  const message = `Another process is installing a model in ${folder}. Wait until it finishes, or stop it.`
  throw new CatalogError('busy', message)
}

async function ensureWritable(folder: string): Promise<void> {
  try {
    await makeFolder(folder, FOLDER)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const message = `${folder} cannot be written: ${(error as Error).message}.`
    const hint = 'Run the command as the owner of the folder, and check its disk.'
    throw new CatalogError('unavailable', message, { hint, cause: error })
  }
}
