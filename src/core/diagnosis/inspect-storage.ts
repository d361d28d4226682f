import type { Clock } from '../base/clock.ts'
import { s3Settings, type StorageSettings } from '../storage/open-storage.ts'
import type { BucketInspection } from '../storage/s3/inspect-bucket.ts'

export type { BucketInspection }

/** Tries what a catalog needs of its bucket. Returns undefined if the image files are in the data directory. */
export async function inspectStorage(
  config: StorageSettings,
  clock: Clock,
): Promise<BucketInspection | undefined> {
  const { storageUrl } = config
  if (storageUrl === null) return undefined
  const { inspectBucket } = await import('../storage/s3/inspect-bucket.ts')
  return await inspectBucket(s3Settings({ ...config, storageUrl }), () => clock.now())
}
