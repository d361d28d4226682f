import type { Config } from '../config.ts'
import { openLocalDisk } from './local-disk.ts'
import type { ObjectStore } from './object-store.ts'
import type { TakeLock } from './temporary-folder.ts'

export type StorageSettings = Pick<
  Config,
  'data' | 'storageUrl' | 'storageEndpoint' | 'storageRegion' | 'storagePathStyle' | 'uploadUrl'
>

/** Opens the storage of a catalog. The only place that chooses its kind; the client of S3 is loaded only if it is used. */
export async function openStorage(
  config: StorageSettings,
  takeLock: TakeLock,
): Promise<ObjectStore> {
  const { data, storageUrl } = config
  return storageUrl === null
    ? await openLocalDisk(data, takeLock)
    : await openS3Storage({ ...config, storageUrl }, takeLock)
}

/** Opens a storage in S3 with the other settings of a catalog. */
export async function openS3Storage(
  config: StorageSettings & { storageUrl: string },
  takeLock: TakeLock,
): Promise<ObjectStore> {
  const { openS3 } = await import('./s3/open-s3.ts')
  return openS3({
    url: config.storageUrl,
    endpoint: config.storageEndpoint,
    region: config.storageRegion,
    pathStyle: config.storagePathStyle,
    uploadEndpoint: config.uploadUrl,
    data: config.data,
    takeLock,
  })
}
