import type { Violation } from '../violation.ts'

const UNIQUE = /^UNIQUE constraint failed: (.+)$/

/** Parses a constraint error of SQLite; returns undefined for other errors. */
export function toViolation(error: unknown): Violation | undefined {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return { rule: 'reference' }
  if (code === 'SQLITE_CONSTRAINT_NOTNULL') return { rule: 'not null' }
  const columns = UNIQUE.exec(message ?? '')?.[1]
  if (columns === undefined) return undefined
  return { rule: 'unique', columns: columns.split(', ').map((name) => name.replace(/^.*\./, '')) }
}
