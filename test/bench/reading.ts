/**
 * Reading over HTTP from a server with a new catalog: the first page of images, a later one, the detail of an image
 * and the statistics, beside a bare server of Node.js that sends the same bytes. `READING_IMAGES` sets the number of images (2,000 by default; 1000000 for a large catalog).
 */

import autocannon from 'autocannon'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { sql } from 'kysely'
import type * as Config from '../../src/core/config/config.ts'
import type * as Serve from '../../src/server/serve.ts'
import { percentile, reportFigure } from './support/table.ts'

const IMAGES = Number(env.READING_IMAGES ?? 2000)
const COLLECTIONS = 20
const SECONDS = 4
const CONNECTIONS = 10
const WARM_UP = 50
const ALONE = 400

const compiled = (path: string) => import(new URL(`../../dist/${path}`, import.meta.url).href)
const { loadConfig } = (await compiled('core/config/config.js')) as typeof Config
const { startServer } = (await compiled('server/serve.js')) as typeof Serve

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const { config, secrets } = loadConfig({
  flags: { data: join(folder.path, 'data'), port: '0', logLevel: 'silent' },
})
await using server = await startServer(config, secrets)

/** Seeds images: every fifth collection is not public, every third image is georeferenced, 90% have a thumbnail. */
async function fill(): Promise<void> {
  const numbers = (last: number) =>
    sql.raw(`with recursive n (n) as (select 1 union all select n + 1 from n where n < ${last})`)
  await server.catalog.write(async (tx) => {
    const statements = [
      sql`insert into user values (1, 'ada', 'ada', 0, 0)`,
      sql`insert into source (name, name_folded, slug, url, description, public)
        values ('Town archive', 'town archive', 'town', 'https://town.example/', '', 1)`,
      sql`${numbers(COLLECTIONS)} insert into collection
        (source_id, name, name_folded, slug, url, description, public)
        select 1, 'Album ' || n, 'album ' || n, 'album-' || n, '', '', n % 5 > 0 from n`,
      sql`${numbers(IMAGES)} insert into image (id, collection_id, title, original_date, edtf_date,
        description, creator, rotation, mirror, from_above, will_not_georef, created_at, generation)
        select n, 1 + n % ${COLLECTIONS}, 'View of the market square, number ' || n,
        'about ' || (1850 + n % 100), (1850 + n % 100) || '~', 'A description of ordinary length.',
        'Photographer ' || (n % 50), 0, 'none', 0, 0, n * 1000,
        iif(n % 10, 'abcdefghijklmnopqrstuv', null) from n`,
      sql`${numbers(IMAGES)} insert into georeference
        (image_id, latitude, longitude, confidence, user_id, created_at, geom)
        select n, 47.5, 7.5, 'high', 1, n, MakePoint(7.5, 47.5, 4326) from n where n % 3 = 0`,
    ]
    for (const statement of statements) await statement.execute(tx)
  })
}

async function measure(name: string, path: string, headers: Record<string, string> = {}) {
  const url = server.baseUrl + path
  await using bare = await serveBare(url, headers)
  const [ours, theirs] = [await measureServer(url, headers), await measureServer(bare.url, headers)]
  reportFigure(`${name}, of ${IMAGES} images`, ours, `a bare server: ${theirs}`)
}

/** @returns the times of single requests, and the rate of concurrent ones */
async function measureServer(url: string, headers: Record<string, string>): Promise<string> {
  const { p50, p99 } = await latency(url, headers)
  const load = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  const failed = load.non2xx + load.errors
  if (failed > 0) throw new Error(`${url}: ${failed} requests failed.`)
  const rate = Math.round(load.requests.average)
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${rate} a second`
}

/** Serves the response of an address with the same headers from memory. */
async function serveBare(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
  const body = Buffer.from(await response.arrayBuffer())
  const own = { 'content-type': response.headers.get('content-type') ?? '' }
  const bare = createServer((_, reply) => reply.writeHead(200, own).end(body)).listen(
    0,
    '127.0.0.1',
  )
  await once(bare, 'listening')
  return {
    url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      bare.closeAllConnections()
      bare.close()
      await once(bare, 'close')
    },
  }
}

/** Measures with a client in the same process, whose own time is included. */
async function latency(url: string, headers: Record<string, string>) {
  const taken: number[] = []
  for (let n = -WARM_UP; n < ALONE; n++) {
    const started = performance.now()
    await (
      await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
    ).arrayBuffer()
    if (n >= 0) taken.push(performance.now() - started)
  }
  return { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99) }
}

await fill()
console.log(`${IMAGES} images in ${COLLECTIONS} collections`)
await measure('first page of images', '/api/v2/images/')
await measure('the same, with Brotli', '/api/v2/images/', { 'accept-encoding': 'br' })
await measure('one collection, by title', '/api/v2/images/?collection=3&ordering=title')
await measure('last georeferenced first', '/api/v2/images/?ordering=-last_georeferenced_at')
await measure('page 20', '/api/v2/images/?page_size=50&page=20')
await measure('one image', '/api/v2/images/3/')
await measure('collections', '/api/v2/collections/')
await measure('statistics', '/api/v2/stats/')
