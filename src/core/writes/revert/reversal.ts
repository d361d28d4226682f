import type { AuditContext, AuditedState } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import { conflict } from '../../base/errors.ts'
import type { RevertObstacle } from '../../base/problems/revert-obstacles.ts'
import type { Problem } from '../../base/problems/problem.ts'
import type { AuditEntry } from '../../queries/audit/audit.ts'

/** Functions that revert the changes of one type of object. */
export interface Reversal {
  /** Tells from the entry alone why its change cannot be reverted. Null if it can. */
  findObstacle: (entry: AuditEntry) => RevertObstacle | null
  /**
   * Writes the values before a change again, as a change of its own in the audit log.
   * @returns whether jobs wait that a runner may start
   * @throws CatalogError kind `not_found` (the object), `conflict` if it was changed since, or the errors of the change
   */
  revert: (tx: Tx, entry: AuditEntry, context: AuditContext) => Promise<boolean>
}

/** An entry with the values before and after. */
export type Edit = AuditEntry & { before: AuditedState; after: AuditedState }

/** An entry of something that was deleted. */
export type Deletion = AuditEntry & { before: AuditedState; after: null }

export function isEdit(entry: AuditEntry): entry is Edit {
  return entry.before !== null && entry.after !== null
}

export function isDeletion(entry: AuditEntry): entry is Deletion {
  return entry.before !== null && entry.after === null
}

/** Reports an entry that does not have the values that its obstacles were derived from. */
export function notRevertible(): Error {
  return new Error('the change cannot be reverted')
}

/** Tells whether an entry has other members before than these. */
export function hasOnly({ before }: AuditEntry, names: readonly string[]): boolean {
  return Object.keys(before ?? {}).every((name) => names.includes(name))
}

/** Tells whether an entry has all these members before, and no others but nulls, as a column of a later version may be. */
export function hasExactly({ before }: AuditEntry, names: readonly string[]): boolean {
  const others = Object.entries(before ?? {}).filter(([name]) => !names.includes(name))
  return (
    others.every(([, value]) => value === null) &&
    names.every((name) => Object.hasOwn(before ?? {}, name))
  )
}

/** Returns those of these members that a state has. */
export function pickMembers(state: AuditedState, names: readonly string[]): AuditedState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)))
}

/**
 * Requires that an object has the values after the change.
 * @throws CatalogError kind `conflict` with code `changed_since` that names the values that differ
 */
export function requireCurrent(
  { objectType, objectId, after }: AuditEntry,
  current: AuditedState,
): void {
  const changed = Object.keys(after ?? {}).filter(
    (name) => toText(current[name]) !== toText(after?.[name]),
  )
  if (changed.length === 0) return
  const values = changed.map((name) => ({ name, value: toText(current[name]) }))
  throw changedSince(['changed_since', objectType, objectId, values])
}

export function changedSince(problem: Problem) {
  return conflict(problem, { code: 'changed_since' })
}

function toText(value: unknown): string {
  return JSON.stringify(value ?? null)
}
