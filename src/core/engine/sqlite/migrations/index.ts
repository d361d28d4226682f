import type { Migration } from 'kysely/migration'
import { initial } from './0001-initial.ts'

/** In order of their names; a name that has been released is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
}
