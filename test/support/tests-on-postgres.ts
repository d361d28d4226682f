/** Tests that run on PostgreSQL, too: the API, the commands on the host, and dumps. */
export const ON_POSTGRES = [
  'test/api/**/*.test.ts',
  'test/cli/admin-*.test.ts',
  'test/cli/doctor.test.ts',
  'test/cli/embeddings.test.ts',
  'test/cli/file-modes.test.ts',
  'test/process/dump/*.test.ts',
]

/** Those of them that run on SQLite only, and why. */
export const NOT_ON_POSTGRES: Readonly<Record<string, string>> = {
  'test/cli/admin-backup.test.ts': 'PostgreSQL is backed up with its own tools',
  'test/cli/admin-restore.test.ts': 'PostgreSQL is backed up with its own tools',
}
