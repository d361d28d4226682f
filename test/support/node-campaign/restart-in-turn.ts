import type { NodeCluster } from '../node-cluster.ts'
import type { SlotClient } from './slot-client.ts'

const READERS = 6
const IMPORTERS = 2

export interface RestartResult {
  requests: number
  /** Images that were imported meanwhile. */
  imported: number
  problems: string[]
}

/**
 * Stops each node with SIGTERM and starts it again, while clients read and import. All requests must succeed the first
 * time.
 */
export async function restartInTurn(
  { url, nodes }: NodeCluster,
  client: SlotClient,
): Promise<RestartResult> {
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
    const answer = await fetch(`${url}/api/v2/images/`)
    await answer.text()
    expectStatus('a list', answer.status, 200)
  }
  const importPicture = async (): Promise<void> => {
    expectStatus('a commit', await client.commit(await client.uploadToNewSlot()), 201)
    imported += 1
  }
  const repeat = async (act: () => Promise<void>): Promise<void> => {
    while (!over.signal.aborted) await act()
  }
  const clients = [
    ...Array.from({ length: READERS }, () => repeat(read)),
    ...Array.from({ length: IMPORTERS }, () => repeat(importPicture)),
  ]
  for (const node of nodes) {
    const code = await node.stop()
    if (code !== 0) problems.push(`exit code ${code}`)
    await node.start()
  }
  over.abort()
  await Promise.all(clients)
  if (client.unavailable > unavailable) problems.push('a slot or commit during a restart: 503')
  return { requests, imported, problems }
}
