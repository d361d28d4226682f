import type { Selects } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Whether an image exists and the public sees it. */
export async function isImagePublic(reads: Selects, id: number): Promise<boolean> {
  const image = await reads
    .selectFrom('image')
    .select('id')
    .where('id', '=', id)
    .where('collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .executeTakeFirst()
  return image !== undefined
}
