import type { Migration } from 'kysely/migration'

/** All migrations, by name, in their order. */
export const migrations: Record<string, Migration> = {}
