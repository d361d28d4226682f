/**
 * Reading from a large catalog on PostgreSQL over HTTP, beside the statements that the server sends, and beside the
 * same catalog on SQLite: with the copy that lists and searches read, and before it is made. Then a mixed load on one,
 * two and four nodes behind nginx, with the processor time of each kind of process and the slowest statements.
 * `SCALE_IMAGES` sets the numbers of images, separated by commas (100000,1000000 by default); the databases are kept
 * for the next run. `SCALE_ONLY` selects requests by a part of their names, and `SCALE_NODES` the numbers of nodes
 * (1,2,4; empty for none).
 */

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { Client } from 'undici'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { startPostgres, type Postgres } from '../support/postgres.ts'
import { runProgram } from '../support/program.ts'
import { openScaleCatalog } from './scale/catalog.ts'
import { measureNodes, type NodeLoad } from './scale/node-load.ts'
import { requestsOf, type Request } from './scale/postgres-cases.ts'
import { openScaleDatabase } from './scale/postgres-catalog.ts'
import { FOLDER, SERVER_SETTINGS } from './scale/postgres-server.ts'
import { serveInChild, type ServedCatalog } from './scale/serve-child.ts'
import { captureStatements, connectBare, logStatements } from './scale/statements.ts'
import { timeOften, timeRequests, type Times } from './scale/times.ts'
import { percentile, reportFigure, startTable } from './support/table.ts'

const SIZES = (env.SCALE_IMAGES ?? '100000,1000000').split(',').map(Number)
const ONLY = env.SCALE_ONLY ?? ''
const NODES = (env.SCALE_NODES ?? '1,2,4').split(',').filter(Boolean).map(Number)
/** The first search waits for the index. */
const SEARCH_SECONDS = '600'
const SECRET = 'the-signing-key-of-all-bench-nodes'

await using postgres = await startPostgres('postgis', SERVER_SETTINGS, FOLDER)
for (const images of SIZES) await measureCatalog(postgres, images)

async function measureCatalog(server: Postgres, images: number): Promise<void> {
  const sqlite = await openScaleCatalog(images)
  const address = await openScaleDatabase(server, sqlite)
  const requests = listRequests(sqlite)
  const nodes = join(FOLDER, `node-${images}`)
  const settings = {
    CATALOG_DATABASE_URL: address,
    CATALOG_SECRET: SECRET,
    CATALOG_FILES: join(nodes, 'files'),
    CATALOG_SEARCH_SECONDS: SEARCH_SECONDS,
  }
  // The generated images have no files.
  await runProgram(['admin', 'storage', 'adopt', '--yes'], {
    env: { ...settings, CATALOG_DATA: nodes },
  })
  console.log(`\n${images} images`)
  const onSqlite = await measureOnSqlite(sqlite, requests)
  const copying = join(nodes, 'copying')
  await rm(copying, { recursive: true, force: true })
  const copied = await measureOnPostgres({ address, data: copying, settings, requests })
  const print = startTable('request', 'count', 'SQLite', 'statements', 'PostgreSQL')
  for (const { name } of requests) {
    const { http, bare } = copied.get(name) ?? {}
    print(name, http?.count ?? '', ...[onSqlite.get(name)?.http, bare, http].map(showTimes))
  }
  reportMedians(`${images} images`, requests, { onSqlite, copied })
  const uncopied = join(nodes, 'uncopied')
  await preventCopy(uncopied)
  const before = await measureOnPostgres({ address, data: uncopied, settings, requests })
  const printBefore = startTable('request', 'statements', 'PostgreSQL before the copy is made')
  for (const { name } of requests) {
    const { http, bare } = before.get(name) ?? {}
    printBefore(name, ...[bare, http].map(showTimes))
  }
  const files = settings.CATALOG_FILES
  await compareNodes({ postgres: server, address, files, copy: copying, images })
}

/** Sends the mixed load to each number of nodes. */
async function compareNodes(load: NodeLoad): Promise<void> {
  const [fewest, ...more] = NODES
  if (fewest === undefined) return
  const alone = `with ${fewest}: ${await measureNodes(load, fewest)}`
  for (const count of more)
    reportFigure(
      `mixed reads of ${load.images} images, ${count} nodes on this machine`,
      await measureNodes(load, count),
      alone,
    )
}

interface Engines {
  onSqlite: Map<string, Measured>
  copied: Map<string, Measured>
}

/** Reports the medians of the requests that both engines and the bare statements answer. */
function reportMedians(
  title: string,
  requests: readonly Request[],
  { onSqlite, copied }: Engines,
): void {
  const compared = requests.flatMap(({ name }) => {
    const [sqlite, { http, bare } = {}] = [onSqlite.get(name)?.http, copied.get(name)]
    return sqlite && http && bare ? [[http.p50, bare.p50, sqlite.p50]] : []
  })
  const [ours, bare, sqlite] = [0, 1, 2].map((column) => {
    const times = compared.map((row) => row[column] ?? 0)
    return `${percentile(times, 0.5).toFixed(1)} ms`
  })
  reportFigure(
    `median of ${compared.length} kinds of requests on PostgreSQL, ${title}`,
    ours ?? '',
    `its statements alone: ${bare}; on SQLite: ${sqlite}`,
  )
}

function listRequests(data: string): Request[] {
  const db = openConnection({ file: join(data, 'catalog.sqlite'), readonly: true })
  try {
    return requestsOf(db).filter(({ name }) => name.includes(ONLY))
  } finally {
    db.close()
  }
}

interface Measured {
  /** Undefined if the server cannot answer yet. */
  http: Times | undefined
  bare?: Times
}

async function measureOnSqlite(
  data: string,
  requests: readonly Request[],
): Promise<Map<string, Measured>> {
  await using server = await serveInChild(data, { CATALOG_SEARCH_SECONDS: SEARCH_SECONDS })
  await using client = asDisposable(new Client(server.url))
  const measured = new Map<string, Measured>()
  for (const { name, path } of requests) {
    // The generated catalog has no events; only the databases on PostgreSQL get them.
    if (name !== 'activity') measured.set(name, { http: await timeRequests(client.client, path) })
  }
  await report('SQLite', server)
  return measured
}

interface OnPostgres {
  address: string
  data: string
  settings: Record<string, string>
  requests: readonly Request[]
}

/** Measures the requests, and the statements that each of them sends first. */
async function measureOnPostgres({
  address,
  data,
  settings,
  requests,
}: OnPostgres): Promise<Map<string, Measured>> {
  const canCopy = data.endsWith('copying')
  await using server = await serveInChild(data, settings, { waitForLists: canCopy })
  await report(canCopy ? 'PostgreSQL, while the copy is made' : 'PostgreSQL without a copy', server)
  await using client = asDisposable(new Client(server.url))
  await using bare = await connectBare(address)
  const send = async (path: string): Promise<void> => {
    const { body } = await client.client.request({ path, method: 'GET' })
    await body.dump()
  }
  const measured = new Map<string, Measured>()
  await logStatements(postgres, true)
  const sent = new Map<string, Awaited<ReturnType<typeof captureStatements>>>()
  for (const { name, path } of requests) {
    sent.set(name, await captureStatements(postgres, () => send(path)))
  }
  await logStatements(postgres, false)
  for (const { name, path } of requests) {
    const http = await timeRequests(client.client, path)
    measured.set(name, { http, bare: await timeOften(() => bare.run(sent.get(name) ?? [])) })
  }
  await report('  afterward', server)
  return measured
}

/** A file where the folder of the copy belongs. */
async function preventCopy(data: string): Promise<void> {
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { recursive: true, mode: 0o700 })
  await writeFile(join(data, 'search'), '')
}

async function report(what: string, server: ServedCatalog): Promise<void> {
  const { maxDelayMs, residentMb } = await server.health()
  const ready = server.readyMs > 0 ? `lists ready at ${(server.readyMs / 1000).toFixed(1)} s, ` : ''
  console.log(
    `${what}: started in ${Math.round(server.startMs)} ms, ${ready}event loop held for ${Math.round(maxDelayMs)} ms, resident ${Math.round(residentMb)} MB`,
  )
}

function showTimes(times: Times | undefined): string {
  if (!times) return ''
  const show = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0)
  return `${show(times.p50)} / ${show(times.p95)}`
}

function asDisposable(client: Client) {
  return { client, [Symbol.asyncDispose]: () => client.close() }
}
