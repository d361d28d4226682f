import type { Reads } from '../../database/store.ts'
import { listAuditEntries, type AuditEntry, type AuditFilter } from './audit.ts'

/** Selects changes; absent members select all. */
export interface HistoryFilter extends Pick<
  AuditFilter,
  'action' | 'batch' | 'beforeId' | 'isGrouped' | 'since'
> {
  /** Only changes of this image, and of georeferences, validations and comments that it has or had. */
  imageId?: number | undefined
  /** Only changes by this user, and of this user. */
  userId?: number | undefined
  /** Only changes of this object, or of the objects of a type, regardless of the image. */
  object?: Pick<AuditFilter, 'objectType' | 'objectId'> | undefined
}

/** Lists entries of the audit log, newest first. Each part comes from an index. */
export async function listHistory(
  reads: Reads,
  { imageId, userId, object, isGrouped, ...others }: HistoryFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const list = (filter: object) => listAuditEntries(reads, { ...others, ...filter }, limit)
  if (object) return list({ ...object, userId })
  if (imageId !== undefined) {
    const parts = [{ objectType: 'image', objectId: String(imageId) }, { partOfImage: imageId }]
    return merge(await Promise.all(parts.map((part) => list({ ...part, userId }))), limit)
  }
  if (userId === undefined) return list({ isGrouped })
  const parts = [
    { userId, isGrouped },
    { objectType: 'user', objectId: String(userId) },
  ]
  return merge(await Promise.all(parts.map(list)), limit)
}

function merge(lists: readonly AuditEntry[][], limit: number): AuditEntry[] {
  const all = new Map(lists.flat().map((entry) => [entry.id, entry]))
  return [...all.values()].toSorted((one, other) => other.id - one.id).slice(0, limit)
}
