import { editImage, type ImageEdit } from '../actions/edit-image.ts'
import { requireFindable } from '../queries/require-findable.ts'
import { setDuplicate } from '../actions/set-duplicate.ts'
import { setImageFacts, type ImageFacts } from '../actions/set-image-facts.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { ImageCorrection } from '../contract/image-update.ts'
import type { Tx } from '../db/store.ts'
import type { Flag } from '../db/tables.ts'
import { invalid } from '../errors.ts'
import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import type { SeenEdit, Values } from '../model/seen-values.ts'
import { getEditableImage, type EditableImage } from '../queries/editable-image.ts'
import { getImage, type ImageDetailRow } from '../queries/images.ts'
import type { Services } from '../services.ts'
import { requireUnchanged } from '../writes/run/require-unchanged.ts'
import { moderate, moderateOnce, type Moderator } from './moderate.ts'

export interface Correction {
  imageId: number
  /** Members for moderators only if the caller is one. */
  input: ImageCorrection
  /** Accepted current revisions of the image; any if undefined. */
  revisions?: readonly number[] | undefined
  /** What the caller saw of the members to change. They must not have changed since. */
  seen?: SeenEdit & { toValues: (image: EditableImage) => Values }
  /** The request's idempotency key: a repetition with the same input gets the first response. */
  key: string | undefined
}

/**
 * Changes the record of an image, in one transaction. A new rotation or mirroring queues new derived images;
 * the previous ones are served until those are ready.
 * @returns the changed image
 * @throws CatalogError kind `forbidden` for a user who is suspended or no longer staff, `not_found`, `precondition_failed`, `invalid`, `conflict`
 *   (duplicates, or code `changed_meanwhile`), or the errors of `beginRequest`
 */
export function correctImage(
  services: Pick<Services, 'clock' | 'jobs' | 'write'>,
  moderator: Moderator,
  { imageId, input, revisions, seen, key }: Correction,
): Promise<IdempotentResult<ImageDetailRow>> {
  const request = { key, content: ['update', imageId, input] }
  return moderateOnce(services, moderator, request, async (tx, context, afterCommit) => {
    if (seen) requireUnchanged(seen, seen.toValues(await getEditableImage(tx, imageId)))
    const corrected = { imageId, input, revisions, taggedBy: moderator.userId }
    const { isQueued } = await applyCorrection(tx, corrected, context)
    if (isQueued) afterCommit(() => services.jobs?.wake())
    return getImage(tx, imageId, 'everything')
  })
}

/**
 * Changes what only moderators may change of several images, all or none.
 * @throws CatalogError kind `forbidden` for a user who is suspended or no longer staff, `not_found`, `invalid` or `conflict`
 */
export function moderateImages(
  services: Pick<Services, 'clock' | 'write'>,
  moderator: Moderator,
  { imageIds, input }: { imageIds: readonly number[]; input: ImageCorrection },
): Promise<void> {
  return moderate(services, moderator, async (tx, context) => {
    for (const imageId of imageIds) await changeModerated(tx, { imageId, input }, context)
  })
}

/** Changes the record of an image. Returns whether new derived images were queued. */
export async function applyCorrection(
  tx: Tx,
  edit: Omit<ImageEdit, 'input'> & Pick<Correction, 'input'>,
  context: AuditContext,
): Promise<{ isQueued: boolean }> {
  const edited = await editImage(tx, edit, context)
  await changeModerated(tx, edit, context)
  return edited
}

/** Changes what only moderators may change. */
async function changeModerated(
  tx: Tx,
  { imageId, input }: Pick<Correction, 'imageId' | 'input'>,
  context: AuditContext,
): Promise<void> {
  const { duplicate_of: original, collection } = input
  if (original !== undefined)
    await setDuplicate(tx, { imageId, original, field: 'duplicate_of' }, context)
  if (collection !== undefined) await requireCollection(tx, collection)
  const facts = toFacts(input)
  if (Object.keys(facts).length > 0)
    await setImageFacts(tx, { imageId, facts, action: 'image.moderate' }, context)
  if (collection !== undefined || original !== undefined) await requireFindable(tx, { imageId })
}

function toFacts(input: ImageCorrection): ImageFacts {
  const { from_above, will_not_georef, scale, order, collection } = input
  return {
    ...(from_above !== undefined && { from_above: toFlag(from_above) }),
    ...(will_not_georef !== undefined && { will_not_georef: toFlag(will_not_georef) }),
    ...(scale !== undefined && { scale }),
    ...(order !== undefined && { position: order }),
    ...(collection !== undefined && { collection_id: collection }),
  }
}

function toFlag(value: boolean): Flag {
  return value ? 1 : 0
}

async function requireCollection(tx: Tx, id: number): Promise<void> {
  const known = await tx
    .selectFrom('collection')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw invalid('collection', ['unknown_collection', id])
}
