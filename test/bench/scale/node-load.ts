import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuUsage } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool, request } from 'undici'
import { startNginx } from '../../support/nginx.ts'
import { createNode, findFreePorts } from '../../support/node-processes.ts'
import type { Postgres } from '../../support/postgres.ts'
import { numbersFrom, type Below } from '../../support/seeded-numbers.ts'
import { readCpuMs } from '../search/cpu-time.ts'
import { percentile } from '../support/table.ts'
import { printSlowest, resetStatements } from './slowest-statements.ts'

const CONNECTIONS = 16
const REQUESTS = 2000
const WARM_UP = 200
const LONGEST_COPY_MS = 1_200_000

export interface NodeLoad {
  postgres: Postgres
  address: string
  /** Directory of the image files. */
  files: string
  /** Data directory of a node that has made its copy. */
  copy: string
  images: number
}

/** Sends a mixed load of reads through nginx to so many nodes, and prints what a request costs each kind of process. @returns the rate and times */
export async function measureNodes(load: NodeLoad, count: number): Promise<string> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-nodes-'))
  stack.defer(() => folder.remove())
  const [port, ...ports] = await findFreePorts(count + 1)
  for (const own of ports) {
    const to = join(folder.path, `node-${own}`, 'search')
    await cp(join(load.copy, 'search'), to, { recursive: true })
  }
  const proxy = stack.use(await startNginx(port!, ports))
  const shared = {
    folder: folder.path,
    databaseUrl: load.address,
    settings: { files: load.files },
    baseUrl: proxy.url,
  }
  const nodes = await Promise.all(ports.map((own) => createNode({ ...shared, port: own })))
  for (const node of nodes) stack.use(node)
  await Promise.all(nodes.map((node) => node.start()))
  await Promise.all(ports.map((own) => untilSearchable(`http://127.0.0.1:${own}`)))
  const readCpu = () => ({
    node: nodes.reduce((sum, { pid }) => sum + readTreeCpuMs(pid), 0),
    PostgreSQL: readTreeCpuMs(load.postgres.serverPid),
    nginx: readTreeCpuMs(proxy.pid),
    client: (cpuUsage().user + cpuUsage().system) / 1000,
  })
  await using client = asDisposable(new Pool(proxy.url, { connections: CONNECTIONS }))
  await sendAll(client.pool, load.images, WARM_UP * count)
  await untilIdle(() => readCpu().node)
  await resetStatements(load.postgres)
  const before = readCpu()
  const began = performance.now()
  const times = await sendAll(client.pool, load.images, REQUESTS)
  const seconds = (performance.now() - began) / 1000
  const after = readCpu()
  const costs = Object.entries(after).map(([kind, ms]) => {
    const cost = (ms - before[kind as 'node']) / REQUESTS
    return `${kind} ${cost.toFixed(2)}`
  })
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1))
  const rate = `${Math.round(REQUESTS / seconds)} requests a second, p50 ${p50} ms, p95 ${p95} ms`
  console.log(
    `${count} nodes: ${rate}; milliseconds of processor time a request: ${costs.join(', ')}`,
  )
  await printSlowest(load.postgres)
  return rate
}

/** Sends the same requests in each run. @returns the time of each, in milliseconds */
async function sendAll(pool: Pool, images: number, count: number): Promise<number[]> {
  const below = numbersFrom(count)
  const paths = Array.from({ length: count }, () => choosePath(images, below))
  const times: number[] = []
  const next = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const started = performance.now()
      const { statusCode, body } = await pool.request({ path: `/api/v2/${path}`, method: 'GET' })
      await body.dump()
      // Some images are not public.
      if (statusCode !== 200 && statusCode !== 404) throw new Error(`${path}: ${statusCode}`)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, next))
  return times
}

/** Half of the requests are for one image. */
function choosePath(images: number, below: Below): string {
  const page = 1 + below(500)
  const lists = [
    `images/?page=${page}`,
    `images/?collection=${1 + below(20)}&page_size=${20 + below(60)}`,
    `images/?year_min=${1850 + below(60)}&year_max=${1910 + below(60)}`,
    `images/?subject=${1 + below(50)}&page_size=${20 + below(60)}`,
    `georeferences/?page=${page}`,
    `georeferences/?in_bbox=${below(90)},${below(40)},${90 + below(90)},${40 + below(40)}`,
    `subjects/?page=${1 + below(20)}`,
    `activity/?limit=${20 + below(60)}`,
    `search/in-view/?lat=${below(70)}.${below(1000)}&lon=${below(180)}.${below(1000)}`,
  ]
  return below(2) === 0 ? `images/${1 + below(images)}/` : lists[below(lists.length)]!
}

/** Waits until a node has its copy, which it makes again if the schema has changed. */
async function untilSearchable(node: string): Promise<void> {
  const deadline = performance.now() + LONGEST_COPY_MS
  for (;;) {
    const { statusCode, body } = await request(`${node}/api/v2/search/in-view/?lat=0&lon=0`)
    await body.dump()
    if (statusCode === 200) return
    if (performance.now() > deadline) throw new Error(`${node} has no copy: ${statusCode}`)
    await pause(1000)
  }
}

/** Waits until the nodes have loaded what they keep in memory. */
async function untilIdle(readCpu: () => number): Promise<void> {
  for (let last = readCpu(); ;) {
    await pause(2000)
    const now = readCpu()
    if (now - last < 200) return
    last = now
  }
}

/** Reads the processor time of a process and of its descendants, in milliseconds. */
function readTreeCpuMs(pid: number): number {
  const children = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(children)) return 0
  const below = readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number)
  return below.reduce((sum, child) => sum + readTreeCpuMs(child), readCpuMs(pid))
}

function asDisposable(pool: Pool) {
  return { pool, [Symbol.asyncDispose]: () => pool.close() }
}
