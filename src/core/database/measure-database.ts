import type { Store } from './store.ts'
import type { DatabaseAddress } from './database-address.ts'
import { stat } from 'node:fs/promises'
import * as postgres from './postgres/measure-database.ts'

/** Measures the database in bytes. SQLite also has the write-ahead log. */
export async function measureDatabase({
  address,
  reads,
}: { address: DatabaseAddress } & Pick<Store, 'reads'>): Promise<Record<string, number>> {
  if (address.engine === 'sqlite') {
    const { file } = address
    return { database: await readSize(file), wal: await readSize(`${file}-wal`) }
  }
  return { database: await postgres.measureDatabase(reads) }
}

/** A file that does not exist has no size. */
async function readSize(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
