import type { AuditContext } from '../../audit/record-audit.ts'
import {
  imageCorrection,
  type ImageCorrection,
  type StoredImage,
} from '../../contract/image-update.ts'
import type { Tx } from '../../database/store.ts'
import type { Flag } from '../../database/tables.ts'
import { invalid } from '../../base/errors.ts'
import type { SeenEdit, Values } from '../../model/seen-values.ts'
import { getEditableImage, type EditableImage } from '../../queries/images/editable-image.ts'
import { getImage, type ImageDetailRow } from '../../queries/images/images.ts'
import { findUnknownReferences } from '../../queries/images/import-references.ts'
import { requireFindable } from '../../queries/lists/require-findable.ts'
import { requireUnchanged } from '../run/require-unchanged.ts'
import { useCase } from '../run/use-case.ts'
import { setDuplicate } from './set-duplicate.ts'
import { setImageFacts, type ImageFacts } from './set-image-facts.ts'
import { updateMetadata, type MetadataUpdate } from './update-metadata.ts'

interface ImageToEdit {
  imageId: number
  /** Values that the user saw of the members to change. They must not have changed since. */
  seen?: SeenEdit & { toValues: (image: EditableImage) => Values }
}

/**
 * Changes the record of an image. A new rotation or mirroring queues new derived images; the previous ones are served
 * until those are ready.
 */
export const editImage = useCase({
  name: 'image.edit',
  access: ['importer', 'moderator'],
  once: true,
  batch: 'named',
  hasRevisions: true,
  input: imageCorrection,
  findProblems: findUnknownReferences,
  async run(
    tx,
    { imageId, seen, ...input }: ImageCorrection & ImageToEdit,
    context,
  ): Promise<ImageDetailRow> {
    if (seen) requireUnchanged(seen, seen.toValues(await getEditableImage(tx, imageId)))
    const { revisions, feedUser: taggedBy } = context
    const edit = { imageId, input, revisions, taggedBy }
    const { isQueued } = await applyCorrection(tx, edit, context)
    if (isQueued) context.afterCommit(({ jobs }) => jobs?.wake())
    return getImage(tx, imageId, 'everything')
  },
})

/** Changes what only moderators may change of several images, all or none. */
export const moderateImages = useCase({
  name: 'image.moderate',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  batch: 'always',
  async run(tx, { imageIds, input }: { imageIds: number[]; input: ImageCorrection }, context) {
    for (const imageId of imageIds) await changeModerated(tx, { imageId, input }, context)
    return { changed: imageIds.length, batch: context.batch }
  },
})

interface Correction {
  imageId: number
  /** Members for moderators only if the actor is one. */
  input: StoredImage
}

/** Changes the record of an image. Returns whether new derived images were queued. */
export async function applyCorrection(
  tx: Tx,
  edit: Omit<MetadataUpdate, 'input'> & Correction,
  context: AuditContext,
): Promise<{ isQueued: boolean }> {
  const edited = await updateMetadata(tx, edit, context)
  await changeModerated(tx, edit, context)
  return edited
}

/** Changes what only moderators may change. */
async function changeModerated(
  tx: Tx,
  { imageId, input }: Correction,
  context: AuditContext,
): Promise<void> {
  const { duplicate_of: original, collection } = input
  if (original !== undefined) await setDuplicate(tx, { imageId, original }, context)
  if (collection !== undefined) await requireCollection(tx, collection)
  const facts = toFacts(input)
  if (Object.keys(facts).length > 0) await setImageFacts(tx, { imageId, facts }, context)
  if (collection !== undefined || original !== undefined) await requireFindable(tx, { imageId })
}

function toFacts(input: StoredImage): ImageFacts {
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
