import type { Migration } from 'kysely/migration'
import { initial } from './0001-initial.ts'

/**
 * Migrations by name, applied in the order of their names. Released names never change. Before the first release, the
 * initial migration gets another name with each change, so that databases with the earlier schema are rejected.
 */
export const migrations: Record<string, Migration> = {
  '0001-initial-9': initial,
}
