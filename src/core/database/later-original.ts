import { engineOf } from './engine-of.ts'
import * as postgres from './postgres/later-original.ts'
import * as sqlite from './sqlite/later-original.ts'
import type { Tx } from './store.ts'

/** Runs a statement after which an image may be a duplicate of one that is inserted later in the transaction. */
export async function withLaterOriginal(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const engine = engineOf(tx) === 'sqlite' ? sqlite : postgres
  await engine.withLaterOriginal(tx, work)
}
