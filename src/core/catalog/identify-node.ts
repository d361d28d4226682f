import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { nodeIdPath } from '../storage/disk/data-folder.ts'
import type { NodeIdentity } from '../database/running-nodes.ts'
import { ensureIdFile } from '../storage/id-file.ts'

/** Identifies the node of a data directory, whose serve lock the caller holds, so that no other process is this node. */
export async function identifyNode(data: string): Promise<NodeIdentity> {
  return { id: await ensureIdFile(nodeIdPath(data)), place: `${hostname()}:${resolve(data)}` }
}
