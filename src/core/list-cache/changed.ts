import type { ColumnType } from 'kysely'

/** A note of something that changed in the database. */
export interface Change {
  kind: 'image' | 'georeferenced' | 'processing' | 'holding' | 'subject' | 'point' | 'area'
  /** The id of what changed. */
  ref: number
}

/** The notes as kysely sees them; written by triggers only, the oldest are swept away. */
export interface ChangeTable {
  seq: ColumnType<number, never, never>
  kind: ColumnType<Change['kind'], never, never>
  ref: ColumnType<number, never, never>
}

/** The ids of one kind among some changes, each once. */
export type Changed = (kind: Change['kind']) => ReadonlySet<number>

export function groupChanges(changes: readonly Change[]): Changed {
  const byKind = new Map<string, Set<number>>()
  for (const { kind, ref } of changes) {
    const ids = byKind.get(kind) ?? new Set()
    byKind.set(kind, ids.add(ref))
  }
  const none = new Set<number>()
  return (kind) => byKind.get(kind) ?? none
}
