import type { ColumnType } from 'kysely'
import type { PublicKind } from '../model/public-kinds.ts'

/** A row of the change log. */
export interface Change {
  kind:
    | 'image'
    | 'georeferenced'
    | 'processing'
    | 'collection'
    | 'subject'
    | 'tags'
    | 'text'
    | 'point'
    | 'area'
  /** The id of the changed row. */
  ref: number
}

/** The logs of changes: for the nodes, and for the public. */
export interface ChangeTables {
  change: ChangeTable
  public_change: PublicChangeTable
}

/** The change log. Only triggers write to it; maintenance deletes the oldest rows. */
interface ChangeTable {
  seq: ColumnType<number, never, never>
  kind: ColumnType<Change['kind'], never, never>
  ref: ColumnType<number, never, never>
  /** Random, so that no other change has both the same `seq` and token. */
  token: ColumnType<number, never, never>
}

/**
 * The latest public change of each object that was ever public. Triggers write it with every change of a row, and a job for the
 * images of a collection or license.
 */
interface PublicChangeTable {
  /** Unique, and higher than that of every change that was committed before: the position in the log. */
  changed_at: number
  kind: PublicKind
  /** Id of the row, which may be deleted. */
  ref: number
  /** Whether the public could no longer see it then. */
  gone: 0 | 1
}

/** Returns the distinct ids of the changes of one kind. */
export type ChangedIds = (kind: Change['kind']) => ReadonlySet<number>

export function groupChanges(changes: readonly Change[]): ChangedIds {
  const byKind = new Map<string, Set<number>>()
  for (const { kind, ref } of changes) {
    const ids = byKind.get(kind) ?? new Set()
    byKind.set(kind, ids.add(ref))
  }
  const none = new Set<number>()
  return (kind) => byKind.get(kind) ?? none
}
