import type { ColumnType } from 'kysely'

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

/** The change log. Only triggers write to it; maintenance deletes the oldest rows. */
export interface ChangeTable {
  seq: ColumnType<number, never, never>
  kind: ColumnType<Change['kind'], never, never>
  ref: ColumnType<number, never, never>
  /** Random, so that no other change has both the same `seq` and token. */
  token: ColumnType<number, never, never>
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
