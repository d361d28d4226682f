import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'

/**
 * Finds which of these images do not exist because they were deleted, according to the audit log.
 * @returns their last titles by id
 */
export async function findDeletedImages(
  reads: Reads,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const existing = await reads
    .selectFrom('image')
    .select('id')
    .where('id', 'in', inList(ids))
    .execute()
  const known = new Set(existing.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  const entries = await reads
    .selectFrom('audit_entry')
    .select(['object_id', 'before'])
    .where('object_type', '=', 'image')
    .where('object_id', 'in', inList(missing.map(String)))
    .where('action', '=', 'image.delete')
    .orderBy('id')
    .execute()
  return new Map(entries.map(({ object_id, before }) => [Number(object_id), readTitle(before)]))
}

function readTitle(json: string | null): string {
  const { title } = JSON.parse(json ?? '{}') as { title?: string }
  return title ?? ''
}
