import type { Clock } from '../base/clock.ts'
import { countConnections, type Connections } from '../database/connections.ts'
import { readRunningNodes, type RunningNode } from '../database/running-nodes.ts'
import { openSnapshot } from '../database/snapshots.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { inspectRows, type RowInspection } from './inspect-rows.ts'

export interface PostgresInspection extends RowInspection {
  connections: Connections
  nodes: RunningNode[]
}

/** Inspects a catalog on PostgreSQL without opening it for writing: its rows, a sample of its files, connections and nodes. */
export async function inspectPostgres({
  url,
  storage,
  clock,
}: {
  url: string
  storage: Pick<ObjectStore, 'stat' | 'read'>
  clock: Clock
}): Promise<PostgresInspection> {
  await using snapshot = await openSnapshot({ engine: 'postgres', url })
  const { reads } = snapshot
  return {
    ...(await inspectRows(reads, { storage, now: clock.now() })),
    connections: await countConnections(reads),
    nodes: await readRunningNodes(url),
  }
}
