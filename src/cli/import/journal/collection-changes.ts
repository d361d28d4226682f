import { IN_DOUBT_STATES } from './row-state-machine.ts'
import type { StoredRow } from './journal-row.ts'

/** Sent rows that now name a different collection. */
export interface CollectionChanges {
  count: number
  /** Line of the first such row, and its collections before and now. */
  line: number
  from: number
  to: number
}

/** Finds rows of a manifest whose collection changed after they were sent. */
export interface CollectionChangeFinder {
  /** Undefined if there are none so far. */
  readonly found: CollectionChanges | undefined
  /** @param to undefined if the row names no collection now */
  compare(before: SentRow | undefined, row: { line: number; to: number | undefined }): void
}

type SentRow = Pick<StoredRow, 'state' | 'doubt' | 'collection' | 'replaces'>

export function createCollectionChangeFinder(): CollectionChangeFinder {
  let found: CollectionChanges | undefined
  return {
    get found() {
      return found
    },
    compare(before, { line, to }) {
      if (before === undefined || to === undefined || before.collection === to) return
      if (before.replaces !== null || !isSent(before)) return
      found ??= { count: 0, line, from: before.collection, to }
      found.count += 1
    },
  }
}

/** Whether the row has an image or may have one. */
function isSent({ state, doubt }: SentRow): boolean {
  return state === 'committed' || isFrozen({ state, doubt })
}

/** Whether a commit may have been sent. It must be repeated unchanged, even if the manifest has changed. */
export function isFrozen({ state, doubt }: Pick<StoredRow, 'state' | 'doubt'>): boolean {
  return IN_DOUBT_STATES.includes(state) || state === 'review' || doubt === 1
}
