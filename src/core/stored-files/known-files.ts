import type { ObjectStore } from '../storage/object-store.ts'
import type { Logger } from '../base/log.ts'
import { randomUUID } from 'node:crypto'
import { logFilesChanged } from '../auth/security-events.ts'
import type { Micros, Clock } from '../base/clock.ts'
import type { Selects, Tx, Store } from '../database/store.ts'
import { KNOWN_FILES } from '../model/setting-names.ts'
import { readStoredSetting } from '../queries/settings/stored-setting.ts'
import { readSmallObject, writeSmallObject } from './small-objects.ts'

/** The object with the nonce that the database has, too. */
const NONCE_KEY = 'files-nonce'

/** The record that the database has of its image files. */
interface KnownFiles {
  /** The nonce that was in the storage before `next`; null if there was none. */
  nonce: string | null
  /** The nonce that is or will be in the storage. */
  next: string
  /** Nonces that other servers may be about to write to the storage, or never wrote because they ended. Newest first. */
  pending?: string[]
  /** The time since which database and storage belong together. */
  since: Micros
}

/** More than servers that run this at the same time. */
const MAX_PENDING = 4

/**
 * Returns since when this database has known the files in the storage. Both share a nonce that changes with every call. An
 * older copy of one of them, or another storage, has another nonce, and then the time is now.
 *
 * The database gets both nonces first, so that they match whether or not the process ends before it writes the new one to
 * the storage. It keeps the nonces of servers that do this at the same time, because any of them may write last.
 */
export async function confirmKnownFiles({
  clock,
  log,
  storage,
  write,
}: { clock: Clock; log: Logger; storage: ObjectStore } & Pick<Store, 'write'>): Promise<Micros> {
  const nonce = (await readSmallObject(storage, NONCE_KEY)) ?? null
  const next = randomUUID()
  const { since, isChanged } = await write(async (tx) => {
    const known = await readKnownFiles(tx)
    const isSame = known !== undefined && nonce !== null && listNonces(known).includes(nonce)
    const pending = known && isSame ? listPending(known, nonce) : []
    const updated = { nonce, next, pending, since: isSame ? known.since : clock.now() }
    await recordKnownFiles(tx, updated)
    return { since: updated.since, isChanged: known !== undefined && !isSame }
  })
  if (isChanged) logFilesChanged(log)
  await writeSmallObject(storage, NONCE_KEY, next)
  return since
}

function listNonces({ nonce, next, pending = [] }: KnownFiles): (string | null)[] {
  return [nonce, next, ...pending]
}

function listPending({ next, pending = [] }: KnownFiles, nonce: string): string[] {
  return [next, ...pending].filter((one) => one !== nonce).slice(0, MAX_PENDING)
}

async function readKnownFiles(reads: Selects): Promise<KnownFiles | undefined> {
  return (await readStoredSetting(reads, KNOWN_FILES)) as KnownFiles | undefined
}

async function recordKnownFiles(tx: Tx, known: KnownFiles): Promise<void> {
  const value = JSON.stringify(known)
  await tx
    .insertInto('setting')
    .values({ name: KNOWN_FILES, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
