import type { NodeCluster } from '../node-cluster.ts'

const CLIENTS = 8

export interface RestartResult {
  requests: number
  problems: string[]
}

/** Stops each node with SIGTERM and starts it again, while clients send requests, which must all succeed. */
export async function restartInTurn({ url, nodes }: NodeCluster): Promise<RestartResult> {
  const problems: string[] = []
  let requests = 0
  const over = new AbortController()
  const ask = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${url}/api/v2/images/`)
      const text = await answer.text()
      requests += 1
      if (answer.status !== 200) problems.push(`during a restart: ${answer.status} ${text}`)
    }
  }
  const clients = Array.from({ length: CLIENTS }, ask)
  for (const node of nodes) {
    const code = await node.stop()
    if (code !== 0) problems.push(`exit code ${code}`)
    await node.start()
  }
  over.abort()
  await Promise.all(clients)
  return { requests, problems }
}
