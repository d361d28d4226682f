import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { isAnyOf } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'

export interface PictureSize {
  width: number
  height: number
}

/** Reads the sizes of the pictures of these images, in pixels. Those without tiles of their picture are left out. */
export async function readPictureSizes(
  reads: Reads,
  ids: readonly number[],
): Promise<Map<number, PictureSize>> {
  const rows = await selectSizes(reads, { ids: JSON.stringify(ids) })
  return new Map(rows.map(({ id, width, height }) => [id, { width, height }]))
}

const selectSizes = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  reads
    .selectFrom('image')
    .select(['id', 'tiles_width as width', 'tiles_height as height'])
    .where(isAnyOf(column('image.id'), ids))
    .whereRef('tiles_of', '=', 'picture')
    .$narrowType<PictureSize>(),
)
