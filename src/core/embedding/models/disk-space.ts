import { CatalogError } from '../../base/errors.ts'
import { getFreeBytes } from '../../storage/disk/free-space.ts'
import { modelsFolder } from './model-folders.ts'

/**
 * @param what begins the message: "The model"
 * @throws CatalogError kind `unavailable` if the disk of the models has less than `needed` bytes free
 */
export async function requireSpace(data: string, what: string, needed: number): Promise<void> {
  const freeBytes = await getFreeBytes(modelsFolder(data))
  if (needed <= freeBytes) return
  const [megabytes, free] = [needed, freeBytes].map((bytes) => Math.ceil(bytes / 1e6))
  const message = `${what} needs ${megabytes} MB, but only ${free} MB are free on the disk of ${data}.`
  throw new CatalogError('unavailable', message, { hint: 'Free some disk space.' })
}
