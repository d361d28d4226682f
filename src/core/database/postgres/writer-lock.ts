import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Number of the advisory lock that a write transaction holds: 'writer' in ASCII. */
export const WRITER_LOCK = 0x77_72_69_74_65_72

/** Waits until no node writes, and lets none write until the end of the transaction. */
export async function lockWriters(tx: Kysely<Tables>): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITER_LOCK})`))
}
