import { newSkip, type NewSkip } from '../contract/contribution.ts'
import { lockVisibleImage } from '../database/lock-image.ts'
import { useCase } from './run/use-case.ts'

/** Keeps an image out of the contributor's queue of images to place for a while. */
export const skipImage = useCase({
  name: 'image.skip',
  access: 'contributor',
  limit: 'skips',
  once: true,
  input: newSkip,
  async run(tx, { imageId, reason }: NewSkip & { imageId: number }, { contributor, now }) {
    await lockVisibleImage(tx, imageId, contributor.visibility)
    const skip = { reason: reason ?? null, skipped_at: now }
    await tx
      .insertInto('skip')
      .values({ user_id: contributor.userId, image_id: imageId, ...skip })
      .onConflict((known) => known.columns(['user_id', 'image_id']).doUpdateSet(skip))
      .execute()
    return null
  },
})

/** Ends a skip, so that the contributor's queues have the image again. Does nothing if it is not skipped. */
export const unskipImage = useCase({
  name: 'image.unskip',
  access: 'contributor',
  limit: 'skips',
  async run(tx, { imageId }: { imageId: number }, { contributor }) {
    await lockVisibleImage(tx, imageId, contributor.visibility)
    await tx
      .deleteFrom('skip')
      .where('user_id', '=', contributor.userId)
      .where('image_id', '=', imageId)
      .execute()
    return null
  },
})
