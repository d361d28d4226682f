import type { Reads } from '../../database/store.ts'

/** Reads one row. @throws the error of the database if it cannot be read */
export async function checkReadable(reads: Reads): Promise<void> {
  await reads.selectFrom('setting').select('name').limit(1).execute()
}
