import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { conflict } from '../../base/errors.ts'
import { connect } from './connect.ts'
import { toStorageError } from './errors.ts'
import { DIVERGED, explainMismatch, hasDiverged, readPosition } from './position.ts'

const TIMEOUT_MS = 5000
const PAUSE_MS = 50

/** Role of a server, and the amount of the write-ahead log that it has not replayed. */
export interface ReplicaState {
  /** False for the primary itself. */
  isStandby: boolean
  /** Of what the primary had written when it was asked; 0 if the replica has replayed all of it in time. */
  missingBytes: number
}

/**
 * Compares a replica with its primary, once.
 * @param patienceMs how long the replica may take to replay what the primary has written
 * @throws CatalogError kind `unavailable` if one cannot be reached, `conflict` if the replica does not follow the primary
 */
export async function inspectReplica(
  url: string,
  readUrl: string,
  patienceMs: number,
): Promise<ReplicaState> {
  const databases = [url, readUrl].map((address) => connect(address, 1, TIMEOUT_MS))
  const [primary, replica] = databases as [Kysely<Tables>, Kysely<Tables>]
  try {
    return await compare(primary, replica, patienceMs)
  } catch (error) {
    throw toStorageError(error) ?? error
  } finally {
    for (const database of databases) await database.destroy()
  }
}

async function compare(
  primary: Kysely<Tables>,
  replica: Kysely<Tables>,
  patienceMs: number,
): Promise<ReplicaState> {
  const deadline = Date.now() + patienceMs
  const written = await readPosition(primary)
  let replayed = await readPosition(replica)
  const mismatch = explainMismatch(written, replayed)
  if (mismatch !== undefined) throw conflict(mismatch)
  if (hasDiverged(replayed, await readPosition(primary))) throw conflict(DIVERGED)
  while (replayed.bytes < written.bytes && Date.now() < deadline) {
    await pause(PAUSE_MS)
    replayed = await readPosition(replica)
  }
  return {
    isStandby: replayed.isStandby,
    missingBytes: Math.max(0, written.bytes - replayed.bytes),
  }
}
