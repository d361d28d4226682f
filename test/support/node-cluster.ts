import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startNginx } from './nginx.ts'
import { createNode, findFreePorts, type NodeProcess } from './node-processes.ts'
import type { Postgres } from './postgres.ts'
import { configureDatabase } from './test-postgres.ts'

/** Nodes in processes of their own behind nginx, on one database. */
export interface NodeCluster extends AsyncDisposable {
  /** The public address. */
  readonly url: string
  readonly nodes: readonly NodeProcess[]
  /** A data directory with the settings of the nodes, for commands on the host. */
  readonly data: string
}

/** Creates a database and starts nodes, all at the same time. */
export async function startCluster(
  postgres: Postgres,
  folder: string,
  count: number,
): Promise<NodeCluster> {
  await using stack = new AsyncDisposableStack()
  await mkdir(folder, { recursive: true })
  const [data, files] = [join(folder, 'host'), join(folder, 'files')]
  const databaseUrl = await postgres.createDatabase()
  await configureDatabase(data, databaseUrl, files)
  const [port, ...ports] = await findFreePorts(count + 1)
  const proxy = stack.use(await startNginx(port!, ports))
  const shared = { folder, databaseUrl, files, baseUrl: proxy.url }
  const nodes = await Promise.all(ports.map((own) => createNode({ ...shared, port: own })))
  for (const node of nodes) stack.use(node)
  await Promise.all(nodes.map((node) => node.start()))
  const owned = stack.move()
  return { url: proxy.url, nodes, data, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
