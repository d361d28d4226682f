/**
 * Reading from a large catalog: every list over HTTP beside bare prepared statements for the same page and count.
 * `SCALE_IMAGES` sets the numbers of images, separated by commas (100000,1000000 by default); generated catalogs
 * are kept for the next run. `SCALE_ONLY` selects cases by a part of their names.
 */

import autocannon from 'autocannon'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { Client } from 'undici'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { casesAround, type Case, type Place } from './scale/cases.ts'
import { openScaleCatalog } from './scale/catalog.ts'
import { askOften, bareStatement, median } from './scale/measure.ts'
import { serveInChild, type ServedCatalog } from './scale/serve-child.ts'
import { reportFigure } from './support/table.ts'

const SIZES = (env.SCALE_IMAGES ?? '100000,1000000').split(',').map(Number)
const ONLY = env.SCALE_ONLY ?? ''
const HELD_MS = 50
const LOAD_SECONDS = 5
const CONNECTIONS = 10

async function measureCatalog(images: number): Promise<void> {
  const data = await openScaleCatalog(images)
  using bare = disposable(openConnection({ file: join(data, 'catalog.sqlite'), readonly: true }))
  await using server = await serveInChild(data)
  const [start, ready] = [server.startMs, server.readyMs].map(Math.round)
  console.log(
    `\n${images} images; the server started in ${start} ms, its lists were ready at ${ready} ms`,
  )
  console.log(
    '| what is asked | count | bare page | bare count | first | fresh | again | fresh ÷ bare | target | loop held |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  const client = new Client(server.url)
  const cases = casesAround(busiestPlace(bare.db))
  const measured: Measured[] = []
  for (const asked of cases.filter(({ name }) => name.includes(ONLY))) {
    measured.push(await measureCase(client, server, bare, asked))
  }
  await client.close()
  reportLists(images, measured)
  const cached = await throughput(server, '/api/v2/images/')
  // Only responses to requests without a token are cached.
  const token = { authorization: 'Bearer of-nobody' }
  const made = await throughput(server, '/api/v2/images/', token)
  reportFigure(`lists of ${images} images, each made anew`, made, `from the cache: ${cached}`)
  await throughput(server, '/api/v2/images/77/')
  const { residentMb } = await server.health()
  console.log(`resident ${Math.round(residentMb)} MB, load ${loadavg()[0]?.toFixed(1)}`)
}

function busiestPlace(db: ReturnType<typeof openConnection>): Place {
  return db
    .prepare<[], Place>(
      `select round(longitude, 1) as longitude, round(latitude, 1) as latitude
       from point_current group by 1, 2 order by count(*) desc limit 1`,
    )
    .get()!
}

interface Measured {
  name: string
  freshMs: number
  targetMs: number
  /** Of the statements for the page and the count. */
  bareMs: number | undefined
}

function reportLists(images: number, measured: readonly Measured[]): void {
  const [slowest] = measured.toSorted(
    (one, other) => other.freshMs / other.targetMs - one.freshMs / one.targetMs,
  )
  if (slowest === undefined) return
  reportFigure(
    `slowest list for its target, of ${images} images`,
    `${ms(slowest.freshMs)} ms, ${slowest.name}`,
    `target ${slowest.targetMs} ms`,
  )
  const compared = measured.flatMap(({ freshMs, bareMs }) =>
    bareMs === undefined ? [] : [{ freshMs, bareMs }],
  )
  if (compared.length === 0) return
  reportFigure(
    `median of ${compared.length} lists of ${images} images`,
    `${ms(median(compared.map(({ freshMs }) => freshMs)))} ms`,
    `bare statements: ${ms(median(compared.map(({ bareMs }) => bareMs)))} ms`,
  )
}

/** Measures a request, and prints its line of the table. */
async function measureCase(
  client: Client,
  server: ServedCatalog,
  { db }: ReturnType<typeof disposable>,
  asked: Case,
): Promise<Measured> {
  await server.health()
  const answer = await askOften(client, asked.path)
  const { maxDelayMs } = await server.health()
  const bare = await bareStatement(db, asked)
  if (answer.status !== 200) console.log(`${asked.path}: ${answer.status}`)
  if (bare && bare.count !== answer.count) {
    console.log(`${asked.path}: counts ${answer.count}, SQL ${bare.count}`)
  }
  const { name, targetMs } = asked
  const cells = [
    '',
    name,
    answer.count ?? '',
    bare ? ms(bare.pageMs) : '',
    bare ? ms(bare.countMs) : '',
    ms(answer.firstMs),
    mark(answer.freshMs, targetMs),
    ms(answer.againMs),
    bare ? (answer.freshMs / (bare.pageMs + bare.countMs)).toFixed(2) : '',
    targetMs,
    mark(maxDelayMs, HELD_MS),
    '',
  ]
  console.log(cells.join(' | ').trim())
  return { name, targetMs, freshMs: answer.freshMs, bareMs: bare && bare.pageMs + bare.countMs }
}

/** @returns the rate */
async function throughput(
  server: ServedCatalog,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const url = server.url + path
  const load = await autocannon({ url, headers, connections: CONNECTIONS, duration: LOAD_SECONDS })
  const failed = load.non2xx + load.errors
  const rate = Math.round(load.requests.average)
  const how = headers.authorization ? ', each made anew' : ''
  console.log(`${path}${how}: ${rate} a second of ${CONNECTIONS} at once, ${failed} failed`)
  return `${rate} a second`
}

function disposable(db: ReturnType<typeof openConnection>) {
  return { db, [Symbol.dispose]: () => void db.close() }
}

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 0)
const mark = (value: number, limit: number): string => ms(value) + (value > limit ? ' (!)' : '')

for (const images of SIZES) await measureCatalog(images)
