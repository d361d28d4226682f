import type { Reads } from '../db/store.ts'

/** Reads the least there is. @throws what the database says when it cannot be read */
export async function readSomething(reads: Reads): Promise<void> {
  await reads.selectFrom('setting').select('name').limit(1).execute()
}
