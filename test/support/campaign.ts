import { createHash } from 'node:crypto'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalog } from '../../src/core/catalog.ts'
import { loadConfig } from '../../src/core/config.ts'
import { createFullAlbum } from './album.ts'
import {
  startChaosProxy,
  type ChaosProxy,
  type Fault,
  type RequestKind,
  type Speech,
} from './chaos-proxy.ts'
import { runProgram, spawnServer } from './program.ts'
import { createSeed } from './seed.ts'
import { issueToken } from './tokens.ts'

export interface CampaignOptions {
  rows: number
  /** Of the client or of the server, in turn as chance has it. */
  kills: number
  seed: number
  speech: Speech
  /** Share of requests that something happens to. */
  faults: number
}

export interface CampaignResult {
  /** What is not as it should be; nothing when all is well. */
  failures: string[]
  kills: { client: number; server: number }
  faults: number
  runs: number
}

const FAULTS: readonly Fault[] = ['drop_before', 'drop_after', 'late', 'twice', 'half']
const KINDS: readonly RequestKind[] = ['slot', 'put', 'commit', 'cancel', 'read']

/** So many times faster time goes by: a quarter of an hour in these seconds. */
const SLOT_SECONDS = 20
const TIME_SCALE = 900 / SLOT_SECONDS
const LAST_RUNS = 12

/**
 * Imports one manifest with processes that are killed and a network that fails at seeded moments, then
 * lets it end in peace, and compares everything that is there with everything that should be.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-campaign-'))
  await using album = await createFullAlbum(options.rows)
  const data = join(folder.path, 'data')
  const { token, collection } = await prepare(data)
  const random = createRandom(options.seed)
  const chance = (share: number): boolean => random() < share
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const result: CampaignResult = {
    failures: [],
    kills: { client: 0, server: 0 },
    faults: 0,
    runs: 0,
  }
  await using proxy = await startChaosProxy()
  proxy.options = {
    speech: options.speech,
    timeScale: TIME_SCALE,
    fault() {
      if (!chance(options.faults)) return undefined
      result.faults += 1
      return pick(FAULTS)
    },
  }
  const port = await freePort()
  proxy.target = `http://127.0.0.1:${port}`
  const flags = ['--base-url', proxy.url, '--port', String(port), '--log-level', 'silent']
  const serve = () => spawnServer(data, ...flags, '--slot-seconds', String(SLOT_SECONDS))
  const env = { CATALOG_URL: proxy.url, CATALOG_TOKEN: token, CATALOG_STATE_DIR: folder.path }
  const argv = ['import', album.manifest, '--collection', String(collection), '--json']
  const startImport = () => {
    result.runs += 1
    return runProgram(argv, { env, timeout: 120_000 })
  }

  let server = await serve()
  try {
    for (let kill = 0; kill < options.kills; kill += 1) {
      const client = startImport()
      const killsServer = chance(0.4)
      await momentOf(
        proxy,
        { kind: pick(KINDS), when: pick(['before', 'after'] as const), random },
        client,
      )
      if (killsServer) {
        server.child.kill('SIGKILL')
        await server.child
        result.kills.server += 1
        server = await serve()
        await Promise.race([client, pause(random() * 500)])
      }
      client.kill('SIGKILL')
      const ended = await client
      if (ended.signal === 'SIGKILL') result.kills.client += 1
    }
    proxy.options = { speech: options.speech, timeScale: TIME_SCALE, fault: () => undefined }
    const last = await finish(startImport)
    if (last.exitCode !== 0)
      result.failures.push(`the last run: ${last.exitCode} ${String(last.stderr)}`)
    const again = await startImport()
    if (again.exitCode !== 0) result.failures.push(`the run after it: ${again.exitCode}`)
    const { summary } = JSON.parse(String(again.stdout))
    if (summary.imported_before !== options.rows) {
      result.failures.push(`the run after it finds ${JSON.stringify(summary)}`)
    }
  } finally {
    await server[Symbol.asyncDispose]()
  }
  result.failures.push(...(await compare(data, options.rows, album.path)))
  return result
}

/** What is in doubt is known for sure once its slot is over. */
async function finish(startImport: () => ReturnType<typeof runProgram>) {
  let last = await startImport()
  for (let run = 1; run < LAST_RUNS && last.exitCode !== 0; run += 1) {
    await pause(3000)
    last = await startImport()
  }
  return last
}

interface Moment {
  kind: RequestKind
  when: 'before' | 'after'
  random: () => number
}

/** The moment when some request of the kind passes, or some time when none does. */
async function momentOf(
  proxy: ChaosProxy,
  { kind, when, random }: Moment,
  client: Promise<unknown>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = Math.floor(random() * 12)
  proxy.onRequest = (passing, side) => {
    if (passing === kind && side === when && left-- === 0) resolve()
  }
  await Promise.race([promise, client, pause(2500 + random() * 500)])
  proxy.onRequest = () => {}
}

async function prepare(data: string): Promise<{ token: string; collection: number }> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
  return { token, collection: await createSeed({ catalog }).collection() }
}

async function compare(data: string, rows: number, album: string): Promise<string[]> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const images = await catalog.reads.selectFrom('image').selectAll().orderBy('id').execute()
  const failures: string[] = []
  if (images.length !== rows) failures.push(`${images.length} images for ${rows} rows`)
  for (let n = 1; n <= rows; n += 1) {
    const made = images.filter(({ title }) => title === `Picture ${n}`)
    const bytes = await readFile(join(album, `${n}.jpg`))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (made.length !== 1) failures.push(`row ${n} has ${made.length} images`)
    for (const image of made) {
      const words = [image.file_sha256, image.original_date, image.edtf_date].join()
      if (words !== [sha256, 'about 1920', '1920~'].join()) failures.push(`row ${n}: ${words}`)
    }
  }
  return failures
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
