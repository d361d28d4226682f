import type { ReplicaState } from './postgres/inspect-replica.ts'
import { MAX_REPLICA_LAG_SECONDS } from '../base/limits.ts'

/**
 * Compares a replica with its PostgreSQL primary. Loads the client of PostgreSQL on first use.
 * @throws CatalogError kind `unavailable` if one cannot be reached, `conflict` if the replica does not follow the primary
 */
export async function readReplicaState(url: string, readUrl: string): Promise<ReplicaState> {
  const { inspectReplica } = await import('./postgres/inspect-replica.ts')
  return await inspectReplica(url, readUrl, MAX_REPLICA_LAG_SECONDS * 1000)
}
