import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startNginx, type LoggedResponse } from './nginx.ts'
import { createNode, findFreePorts, type NodeProcess } from './node-processes.ts'
import { configureDatabase, type FileSettings } from './test-postgres.ts'

/** Nodes in processes of their own behind nginx, on one database. */
export interface NodeCluster extends AsyncDisposable {
  /** The public address. */
  readonly url: string
  readonly nodes: readonly NodeProcess[]
  /** A data directory with the settings of the nodes, for commands on the host. */
  readonly data: string
  /** Every response that nginx sent so far. */
  responses(): AsyncIterable<LoggedResponse>
}

export interface ClusterOptions {
  /** The address of an empty database. */
  databaseUrl: string
  /** Folder of the data directories. */
  folder: string
  nodes: number
  /** Settings of all nodes, such as the storage of the image files. */
  settings: FileSettings
}

/** Starts nodes, all at the same time. */
export async function startCluster({
  databaseUrl,
  folder,
  nodes: count,
  settings: given,
}: ClusterOptions): Promise<NodeCluster> {
  await using stack = new AsyncDisposableStack()
  await mkdir(folder, { recursive: true })
  const data = join(folder, 'host')
  const settings = { ...given, trust_proxy: 1 }
  await configureDatabase(data, databaseUrl, settings)
  const [port, ...ports] = await findFreePorts(count + 1)
  const proxy = stack.use(await startNginx(port!, ports))
  const shared = { folder, databaseUrl, settings, baseUrl: proxy.url }
  const nodes = await Promise.all(ports.map((own) => createNode({ ...shared, port: own })))
  for (const node of nodes) stack.use(node)
  await Promise.all(nodes.map((node) => node.start()))
  const owned = stack.move()
  return {
    url: proxy.url,
    nodes,
    data,
    responses: () => proxy.responses(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Stops every node, which finishes its work first. @returns problems */
export async function stopCluster({ nodes }: NodeCluster): Promise<string[]> {
  const codes = await Promise.all(nodes.map((node) => node.stop()))
  return codes.some((code) => code !== 0) ? [`exit codes ${codes.join(', ')}`] : []
}
