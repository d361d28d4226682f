import type { Migration } from 'kysely/migration'
import { initial } from './0001-initial.ts'

/** Migrations by name, applied in the order of their names. A migration that was released never changes. */
export const migrations: Record<string, Migration> = {
  '0001-initial-9': initial,
}
