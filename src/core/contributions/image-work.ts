import { deleteImages } from '../actions/delete-images.ts'
import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import { reprocessImage } from '../jobs/reprocess.ts'
import type { Services } from '../services.ts'
import { moderate, moderateOnce, type Moderator } from './moderate.ts'

type WorkServices = Pick<Services, 'clock' | 'jobs' | 'write'>

/** Deletes an image for a moderator. A job removes its files. @throws CatalogError as `moderate` and `deleteImages` */
export function deleteImage(
  services: WorkServices,
  moderator: Moderator,
  id: number,
): Promise<void> {
  return moderate(services, moderator, async (tx, context, afterCommit) => {
    await deleteImages(tx, [id], context)
    afterCommit(() => services.jobs?.wake())
  })
}

/**
 * Processes the picture of an image again for a moderator, in a job.
 * @throws CatalogError as `moderateOnce` and `reprocessImage`
 */
export function reprocessPicture(
  services: WorkServices,
  moderator: Moderator,
  { imageId, key }: { imageId: number; key?: string | undefined },
): Promise<IdempotentResult<null>> {
  const request = { key, content: ['reprocess', imageId] }
  return moderateOnce(services, moderator, request, async (tx, context, afterCommit) => {
    await reprocessImage(tx, imageId, context)
    afterCommit(() => services.jobs?.wake())
    return null
  })
}
