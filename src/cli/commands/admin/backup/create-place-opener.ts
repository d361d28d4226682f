import type { OpenPlace } from '../../../../core/backup/compare-with-bucket.ts'
import type { LoadedConfig } from '../../../../core/config/config.ts'
import { CatalogError } from '../../../../core/base/errors.ts'

/**
 * Returns a function that opens the bucket that the settings name, for a backup of the database only.
 * @param stack closes the bucket
 * @param readSettings called when the bucket is opened
 */
export function createPlaceOpener(
  stack: AsyncDisposableStack,
  readSettings: () => Promise<LoadedConfig>,
): OpenPlace {
  return async (url) => {
    const { openStorage } = await import('../../../../core/storage/open-storage.ts')
    const { takeTemporaryLock } = await import('../../../../core/database/locks.ts')
    const { describeStorage } = await import('../../../../core/stored-files/require-own-files.ts')
    const { config } = await readSettings()
    if (config.storageUrl === null) throw withoutBucket(url)
    return describeStorage(config, stack.use(await openStorage(config, takeTemporaryLock)))
  }
}

function withoutBucket(url: string): CatalogError {
  return new CatalogError('invalid', `The image files of this backup are in ${url}.`, {
    code: 'usage',
    hint: `Set CATALOG_STORAGE_URL=${url} and the other settings of this bucket, or those of a copy of it.`,
  })
}
