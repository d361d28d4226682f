import { setTimeout as pause } from 'node:timers/promises'
import type { NodeCluster } from '../node-cluster.ts'
import type { NodeProcess } from '../node-processes.ts'
import type { SlotClient } from './slot-client.ts'

/** A request that clients repeat. */
export interface RepeatedRequest {
  name: string
  /** @returns the status */
  send: () => Promise<number>
  /** The status of success. */
  wanted: number
}

/** Numbers of clients. */
export interface Load {
  readers: number
  importers: number
  /** Pause of a client between its requests; none by default. */
  pauseMs?: number
  /** Clients that each repeat another request; none by default. */
  others?: readonly RepeatedRequest[]
}

const USUAL_LOAD: Load = { readers: 6, importers: 2 }

const PATHS = ['/api/v2/images/', '/api/v2/activity/', '/api/v2/sources/', '/api/v2/images/?q=a']

export interface LoadResult {
  requests: number
  /** Images that were imported meanwhile. */
  imported: number
  problems: string[]
}

/**
 * Stops each node with SIGTERM and starts it again, while clients read and import. All requests must succeed the first
 * time.
 * @param start starts a node again
 */
export async function restartInTurn(
  { url, nodes }: Pick<NodeCluster, 'url' | 'nodes'>,
  client: SlotClient,
  start: (node: NodeProcess) => Promise<void> = (node) => node.start(),
  { readers, importers, pauseMs = 0, others = [] }: Load = USUAL_LOAD,
): Promise<LoadResult> {
  const problems: string[] = []
  let requests = 0
  let imported = 0
  const over = new AbortController()
  const { unavailable } = client
  const expectStatus = (what: string, status: number, wanted: number): void => {
    requests += 1
    if (status !== wanted) problems.push(`${what} during a restart: ${status}`)
  }
  const read = async (): Promise<void> => {
    const path = PATHS[requests % PATHS.length]!
    const answer = await fetch(url + path)
    await answer.text()
    expectStatus(path, answer.status, 200)
  }
  const importPicture = async (): Promise<void> => {
    expectStatus('a commit', await client.commit(await client.uploadToNewSlot()), 201)
    imported += 1
  }
  const repeat = async (act: () => Promise<void>): Promise<void> => {
    while (!over.signal.aborted) {
      await act()
      await pause(pauseMs)
    }
  }
  const clients = [
    ...Array.from({ length: readers }, () => repeat(read)),
    ...Array.from({ length: importers }, () => repeat(importPicture)),
    ...others.map(({ name, send, wanted }) =>
      repeat(async () => expectStatus(name, await send(), wanted)),
    ),
  ]
  try {
    for (const node of nodes) {
      const code = await node.stop()
      if (code !== 0) problems.push(`exit code ${code}`)
      await start(node)
    }
  } finally {
    over.abort()
    await Promise.all(clients)
  }
  if (client.unavailable > unavailable) problems.push('a slot or commit during a restart: 503')
  return { requests, imported, problems }
}
