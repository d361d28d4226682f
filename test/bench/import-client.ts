/**
 * The importer with many small files: time and memory of the check and of finding the remaining rows, and images per
 * second compared with a bare loop of slot, PUT and commit at the same concurrency. Server, importer and loop are
 * separate processes. `ROWS=100000 npm run bench import-client` measures a large manifest; loop and import are
 * compared with FEWER rows.
 */

import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env as environment, exit } from 'node:process'
import pLimit from 'p-limit'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import type { UploadSlot } from '../../src/core/contract/import.ts'
import { ALBUM_HEADER } from '../support/album.ts'
import { FIELDS } from '../support/import-api.ts'
import { plain, RED } from '../support/pictures.ts'
import { runProgram, spawnServer } from '../support/program.ts'
import { createSeed } from '../support/seed.ts'
import { bearer, issueToken } from '../support/tokens.ts'
import { reportFigure } from './support/table.ts'

const ROWS = Number(environment.ROWS ?? 100_000)
const FEWER = Number(environment.FEWER ?? 1000)
const AT_ONCE = 4

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const data = join(folder.path, 'data')
const { config, secrets } = loadConfig({ flags: { data } })
const { token, collection } = await prepare()
const picture = await plain(24, 16, RED).jpeg().toBuffer()
await using server = await spawnServer(data, '--log-level', 'silent')
const env = {
  CATALOG_URL: server.baseUrl,
  CATALOG_TOKEN: token,
  CATALOG_STATE_DIR: folder.path,
  PATH: environment.PATH,
}

const large = await manifestOf('large', ROWS)
const check = await timed(['import', 'check', large, '--collection', String(collection)])
console.log(`check of ${ROWS} rows: ${check.seconds.toFixed(1)} s, ${check.megabytes} MB`)
const first = await timed([...importOf(large), '--max-rows', '1'])
const show = ({ seconds, megabytes }: typeof check) => `${seconds.toFixed(1)} s, ${megabytes} MB`
const alone = `check alone: ${show(check)}`
reportFigure(`check of ${ROWS} rows, journal and one image`, show(first), alone)
const again = await timed([...importOf(large), '--max-rows', '1', '--json'])
const deciding = again.seconds - check.seconds
console.log(`again, ${deciding.toFixed(1)} s beside the check`)
reportFigure(`the same again, with the state of ${ROWS} rows`, show(again), alone)

const few = await manifestOf('few', FEWER)
const bare = await bareLoop(FEWER)
for (const order of ['any', 'manifest']) {
  const other = order === 'any' ? await manifestOf('other', FEWER) : few
  const started = await timed([...importOf(other), '--commit-order', order])
  const share = ((bare / started.seconds) * 100).toFixed(0)
  reportFigure(
    `import of ${FEWER} small files, order ${order}`,
    `${show(started)}, ${share}% of the speed`,
    `bare loop of requests: ${bare.toFixed(1)} s`,
  )
}
// Kept connections would keep the process alive.
await server[Symbol.asyncDispose]()
await folder.remove()
exit(0)

async function prepare(): Promise<{ token: string; collection: number }> {
  await using catalog = await openCatalog(config, secrets)
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
  return { token, collection: await createSeed({ catalog }).collection() }
}

async function manifestOf(name: string, rows: number): Promise<string> {
  const files = join(folder.path, name)
  await mkdir(files)
  const lines = [ALBUM_HEADER]
  for (let row = 1; row <= rows; row += 1) {
    const part = String(Math.floor(row / 1000))
    if (row % 1000 === 0 || row === 1) await mkdir(join(files, part), { recursive: true })
    // Different bytes after the end of the JPEG make every file unique.
    await writeFile(
      join(files, part, `${row}.jpg`),
      Buffer.concat([picture, Buffer.from(`${name}${row}`)]),
    )
    lines.push(`${part}/${row}.jpg,Picture ${row},about 1920,1920~`)
  }
  const path = join(files, 'manifest.csv')
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

function importOf(manifest: string): string[] {
  return ['import', manifest, '--collection', String(collection), '--output', 'id', '--quiet']
}

async function timed(argv: string[]): Promise<{ seconds: number; megabytes: string }> {
  const began = performance.now()
  const child = runProgram(argv, { env, timeout: 3_600_000, buffer: { stdout: false } })
  let peak = 0
  const look = async (): Promise<void> => {
    peak = Math.max(peak, await memoryOf(child.pid ?? 0))
  }
  const watch = setInterval(() => void look(), 50)
  const ended = await child
  clearInterval(watch)
  if (ended.exitCode !== 0)
    throw new Error(`${argv.join(' ')}: ${ended.exitCode} ${String(ended.stderr)}`)
  return { seconds: (performance.now() - began) / 1000, megabytes: (peak / 1e6).toFixed(0) }
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

async function bareLoop(images: number): Promise<number> {
  const limit = pLimit(AT_ONCE)
  const began = performance.now()
  await Promise.all(Array.from({ length: images }, (_, index) => limit(() => importOne(index))))
  return (performance.now() - began) / 1000
}

async function importOne(index: number): Promise<void> {
  const headers = bearer(token)
  const path = `/api/v2/import/upload-url/?collection=${collection}&content_type=image/jpeg`
  const slot = (await (await fetch(server.baseUrl + path, { headers })).json()) as UploadSlot
  const body = Buffer.concat([picture, Buffer.from(`bare${index}`)])
  await (await fetch(slot.upload_url, { method: 'PUT', headers: slot.upload_headers, body })).text()
  const made = await fetch(`${server.baseUrl}/api/v2/import/commit/`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slot_id: slot.slot_id, ...FIELDS }),
  })
  if (made.status !== 201) throw new Error(await made.text())
}
