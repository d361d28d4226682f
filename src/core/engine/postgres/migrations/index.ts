import type { Migration } from 'kysely/migration'
import { initial } from './0001-initial.ts'

/** All migrations, by name, in their order. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
}
