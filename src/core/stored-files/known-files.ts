import { randomUUID } from 'node:crypto'
import { logFilesChanged } from '../auth/security-events.ts'
import type { Micros } from '../clock.ts'
import type { Selects, Tx } from '../db/store.ts'
import { KNOWN_FILES } from '../model/setting-names.ts'
import type { Services } from '../services.ts'
import { readSmallObject, writeSmallObject } from './small-objects.ts'

/** The object with the nonce that the database has, too. */
const NONCE_KEY = 'files-nonce'

/** The record that the database has of its image files. */
interface KnownFiles {
  /** The nonce that was in the storage before `next`; null if there was none. */
  nonce: string | null
  /** The nonce that is or will be in the storage. */
  next: string
  /** The time since which database and storage belong together. */
  since: Micros
}

/**
 * Returns since when this database has known the files in the storage. Both share a nonce that changes with every call. An
 * older copy of one of them, or another storage, has another nonce, and then the time is now.
 *
 * The database gets both nonces first, so that they match whether or not the process ends before it writes the new one to
 * the storage. Servers that do this at the same time can at worst make the time later.
 */
export async function confirmKnownFiles({
  clock,
  log,
  reads,
  storage,
  write,
}: Pick<Services, 'clock' | 'log' | 'reads' | 'storage' | 'write'>): Promise<Micros> {
  const nonce = (await readSmallObject(storage, NONCE_KEY)) ?? null
  const known = await readKnownFiles(reads)
  const isSame = known && nonce !== null && [known.nonce, known.next].includes(nonce)
  const since = isSame ? known.since : clock.now()
  if (known && !isSame) logFilesChanged(log)
  const next = randomUUID()
  await write((tx) => recordKnownFiles(tx, { nonce, next, since }))
  await writeSmallObject(storage, NONCE_KEY, next)
  return since
}

async function readKnownFiles(reads: Selects): Promise<KnownFiles | undefined> {
  const [row] = await reads
    .selectFrom('setting')
    .select('value')
    .where('name', '=', KNOWN_FILES)
    .execute()
  return row && (JSON.parse(row.value) as KnownFiles)
}

async function recordKnownFiles(tx: Tx, known: KnownFiles): Promise<void> {
  const value = JSON.stringify(known)
  await tx
    .insertInto('setting')
    .values({ name: KNOWN_FILES, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
