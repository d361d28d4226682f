import type { AnnouncedNode } from './postgres/announce-node.ts'
import type { RunningNode } from './postgres/running-nodes.ts'

export type { MigratingProgram, NodeIdentity, RunningNode } from './postgres/running-nodes.ts'

/** Announces a node to those that would migrate its database. Loads the client of PostgreSQL on first use. */
export async function announceNode(node: AnnouncedNode): Promise<AsyncDisposable> {
  const postgres = await import('./postgres/announce-node.ts')
  return await postgres.announceNode(node)
}

/** Lists the nodes that run on a PostgreSQL database. */
export async function readRunningNodes(url: string): Promise<RunningNode[]> {
  const postgres = await import('./postgres/migrate-database.ts')
  return await postgres.readRunningNodes(url)
}
