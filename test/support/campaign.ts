import { createHash } from 'node:crypto'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { ALBUM_HEADER, createFullAlbum } from './album.ts'
import {
  startChaosProxy,
  type ChaosProxy,
  type Fault,
  type RequestKind,
  type Speech,
} from './chaos-proxy.ts'
import { cutFile, sendFile, startFileServer } from './file-server.ts'
import { runProgram, spawnServer } from './program.ts'
import { createSeed } from './seed.ts'
import { CERTIFICATE } from './tls-certificate.ts'
import { issueToken } from './tokens.ts'

export interface CampaignOptions {
  rows: number
  /** Number of kills, of the client or the server at random. */
  kills: number
  seed: number
  speech: Speech
  /** Share of requests with a fault. */
  faults: number
  /** Share of requests for a slot at which a file vanishes until the next run. */
  vanishing: number
  /** Called after each kill. */
  onKill?: (progress: Progress) => void
}

export interface CampaignResult {
  /** Descriptions of everything that is wrong. */
  failures: string[]
  /** Rows with more than one image, with none, and with an image of other bytes or metadata. */
  duplicates: number
  lost: number
  wrong: number
  /** Only kills while a row was in progress. */
  kills: { client: number; server: number }
  faults: number
  vanished: number
  runs: number
}

/** The progress of a campaign. */
export type Progress = Pick<CampaignResult, 'kills' | 'faults' | 'vanished' | 'runs'> & {
  made: number
}

const FAULTS: readonly Fault[] = ['drop_before', 'drop_after', 'late', 'twice', 'half']
const KINDS: readonly RequestKind[] = ['slot', 'put', 'commit', 'cancel', 'place', 'read']

/** How much faster the clock runs: a quarter of an hour in this many seconds. */
const SLOT_SECONDS = 20
const TIME_SCALE = 900 / SLOT_SECONDS
const LAST_RUNS = 12

/** One in so many downloads is cut off. */
const CUT_EVERY = 7

/**
 * Imports one manifest while processes are killed and requests fail at seeded moments, then finishes it without
 * faults and compares the result with the manifest. The kills are spread over the whole import.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-campaign-'))
  await using album = await createFullAlbum(options.rows)
  let downloads = 0
  await using files = await startFileServer(
    (response, request) => {
      downloads += 1
      const content = readIfThere(join(album.path, request.url ?? ''))
      // The requests of an importer arrive in any order, so that a fault must not take from the random numbers.
      if (content === undefined) response.writeHead(404).end()
      else if (downloads % CUT_EVERY === 0) cutFile(response, content, content.length / 2)
      else sendFile(response, request, content)
    },
    { tls: true },
  )
  await album.table(`${ALBUM_HEADER},latitude,longitude`, ...listRows(options.rows, files.url))
  await album.file('ca.pem', CERTIFICATE)
  const data = join(folder.path, 'data')
  const { token, collection } = await prepare(data)
  const random = createRandom(options.seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const counts = { kills: { client: 0, server: 0 }, faults: 0, vanished: 0, runs: 0 }
  const away = new Set<string>()
  const vanish = (): void => {
    // One of the next rows.
    const row = proxy.made.size + 1 + Math.floor(random() * 8)
    const path = join(album.path, `${row}.jpg`)
    if (row > options.rows || away.has(path)) return
    renameSync(path, `${path}.away`)
    away.add(path)
    counts.vanished += 1
  }
  const bringBack = (): void => {
    for (const path of away) renameSync(`${path}.away`, path)
    away.clear()
  }
  const failures: string[] = []
  await using proxy = await startChaosProxy()
  proxy.options = {
    speech: options.speech,
    timeScale: TIME_SCALE,
    fault(kind) {
      if (kind === 'slot' && random() < options.vanishing) vanish()
      if (random() >= options.faults) return undefined
      counts.faults += 1
      return pick(FAULTS)
    },
  }
  const port = await freePort()
  proxy.target = `http://127.0.0.1:${port}`
  const flags = ['--base-url', proxy.url, '--port', String(port), '--log-level', 'silent']
  const serve = () => spawnServer(data, ...flags, '--slot-seconds', String(SLOT_SECONDS))
  const env = { CATALOG_URL: proxy.url, CATALOG_TOKEN: token, CATALOG_STATE_DIR: folder.path }
  const argv = [
    'import',
    album.manifest,
    '--collection',
    String(collection),
    '--json',
    '--places',
    'low',
    '--ca-file',
    join(album.path, 'ca.pem'),
    '--allow-private-urls',
  ]
  const startImport = () => {
    counts.runs += 1
    bringBack()
    return runProgram(argv, { env, timeout: 120_000 })
  }

  let server = await serve()
  try {
    while (counts.kills.client + counts.kills.server < options.kills) {
      const { rows, kills } = options
      const left = Math.max(0, rows - proxy.made.size) / (kills - sum(counts.kills))
      const client = startImport()
      await momentOf(proxy, client, {
        kind: pick(KINDS),
        when: pick(['before', 'after'] as const),
        passing: Math.floor(random() * 12),
        made: proxy.made.size + Math.ceil(random() * 3 * left),
        latestMs: 2000 + random() * 1000,
      })
      if (random() < 0.4) {
        server.child.kill('SIGKILL')
        await server.child
        counts.kills.server += 1
        server = await serve()
        await Promise.race([client, pause(random() * 500)])
      }
      client.kill('SIGKILL')
      if ((await client).signal === 'SIGKILL') counts.kills.client += 1
      options.onKill?.({ ...counts, made: proxy.made.size })
      if (proxy.made.size >= rows) break
    }
    proxy.options = { speech: options.speech, timeScale: TIME_SCALE, fault: () => undefined }
    failures.push(...(await finishWithoutFaults(startImport, options.rows)))
  } finally {
    await server[Symbol.asyncDispose]()
  }
  const compared = await compare(data, options.rows, album.path)
  return { ...counts, ...compared, failures: [...failures, ...compared.failures] }
}

/** Rows of pictures that were each taken at another place. Every third file is a URL. */
function listRows(count: number, server: string): string[] {
  return Array.from({ length: count }, (_, index) => {
    const n = index + 1
    return `${n % 3 === 0 ? `${server}/` : ''}${n}.jpg,Picture ${n},about 1920,1920~,${latitudeOf(n)},4.5`
  })
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}

function latitudeOf(n: number): number {
  return n / 100
}

function sum({ client, server }: CampaignResult['kills']): number {
  return client + server
}

/** @returns descriptions of what is wrong with the last runs */
async function finishWithoutFaults(
  startImport: () => ReturnType<typeof runProgram>,
  rows: number,
): Promise<string[]> {
  const last = await finish(startImport)
  if (last.exitCode !== 0) return [`the last run: ${last.exitCode} ${String(last.stderr)}`]
  const again = await startImport()
  if (again.exitCode !== 0) return [`the run after it: ${again.exitCode}`]
  const { summary } = JSON.parse(String(again.stdout))
  if (summary.imported_before === rows) return []
  return [`the run after it finds ${JSON.stringify(summary)}`]
}

/** Imports until no outcome is unknown, which is certain after the slots expired. */
async function finish(startImport: () => ReturnType<typeof runProgram>) {
  let last = await startImport()
  for (let run = 1; run < LAST_RUNS && last.exitCode !== 0; run += 1) {
    await pause(3000)
    last = await startImport()
  }
  return last
}

/** When to kill a run, by its requests. */
interface Moment {
  kind: RequestKind
  when: 'before' | 'after'
  /** Number of requests of the kind before it. */
  passing: number
  /** At the latest after this many images, */
  made: number
  /** or this long after the first request. */
  latestMs: number
}

async function momentOf(
  proxy: ChaosProxy,
  client: Promise<unknown>,
  { kind, when, passing, made, latestMs }: Moment,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  let left = passing
  proxy.onRequest = (passed, side) => {
    began.resolve()
    if (proxy.made.size >= made) resolve()
    if (passed === kind && side === when && left-- === 0) resolve()
  }
  const late = began.promise.then(() => pause(latestMs))
  await Promise.race([promise, client, late])
  proxy.onRequest = () => {}
}

async function prepare(data: string): Promise<{ token: string; collection: number }> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import', 'contribute'] })
  return { token, collection: await createSeed({ catalog }).collection() }
}

async function compare(
  data: string,
  rows: number,
  album: string,
): Promise<Pick<CampaignResult, 'failures' | 'duplicates' | 'lost' | 'wrong'>> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const images = await catalog.reads.selectFrom('image').selectAll().orderBy('id').execute()
  const placements = await catalog.reads
    .selectFrom('georeference')
    .select(['image_id', 'latitude', 'longitude'])
    .execute()
  const found = { failures: [] as string[], duplicates: 0, lost: 0, wrong: 0 }
  if (images.length !== rows) found.failures.push(`${images.length} images for ${rows} rows`)
  for (let n = 1; n <= rows; n += 1) {
    const made = images.filter(({ title }) => title === `Picture ${n}`)
    const bytes = await readFile(join(album, `${n}.jpg`))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (made.length !== 1) found.failures.push(`row ${n} has ${made.length} images`)
    if (made.length > 1) found.duplicates += 1
    if (made.length === 0) found.lost += 1
    for (const image of made) {
      const at = placements.filter(({ image_id }) => image_id === image.id)
      const places = at.map(({ latitude }) => latitude).join(' ')
      const words = [image.file_sha256, image.original_date, image.edtf_date, places].join()
      if (words === [sha256, 'about 1920', '1920~', latitudeOf(n)].join()) continue
      found.wrong += 1
      found.failures.push(`row ${n}: ${words}`)
    }
  }
  return found
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Numerical Recipes' linear congruence: the same moments on every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
