import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads, Selects } from '../../database/store.ts'
import { isPublicImage } from '../../model/visibility.ts'
import { isBeingWithdrawn } from './withdrawals.ts'

/** The unguessable address of an image's derivatives or tiles. */
export interface PictureAddress {
  imageId: number
  generation: string
}

/**
 * Whether an address is in use, until its files are removed. It has ended if the image was public and was hidden, and is
 * gone if the image was deleted: both from the commit on, while jobs have yet to remove the files.
 */
export async function readAddressState(
  reads: Reads,
  { imageId, generation }: PictureAddress,
): Promise<'open' | 'ended' | 'gone'> {
  const [image] = await readImage(reads, { id: imageId })
  if (!image) return (await wasDeleted(reads, { imageId, generation })) ? 'gone' : 'ended'
  if (isPublicImage(image)) return 'open'
  const isCurrent = [image.generation, image.tiles_generation].includes(generation)
  return isCurrent && !(await isBeingWithdrawn(reads, image)) ? 'open' : 'ended'
}

const readImage = preparedQuery((reads: Selects, { id }: Params<{ id: number }>) =>
  reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['image.id', 'image.collection_id', 'image.created_at'])
    .select(['image.generation', 'image.tiles_generation'])
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .where('image.id', '=', id),
)

/** Whether the audit log has the deletion of an image that had its pictures at this address. */
async function wasDeleted(reads: Reads, { imageId, generation }: PictureAddress): Promise<boolean> {
  const entries = await reads
    .selectFrom('audit_entry')
    .select('before')
    .where('object_type', '=', 'image')
    .where('object_id', '=', String(imageId))
    .where('action', '=', 'image.delete')
    .execute()
  return entries.some(({ before }) => {
    const deleted = JSON.parse(before ?? '{}') as Record<string, unknown>
    return [deleted['generation'], deleted['tiles_generation']].includes(generation)
  })
}
