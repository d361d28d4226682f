import { createHash } from 'node:crypto'
import {
  copyFile,
  cp,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { deleteImages } from '../../src/core/writes/images/delete-images.ts'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { systemClock, type Clock } from '../../src/core/base/clock.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import type { UploadSlot } from '../../src/core/contract/import.ts'
import { restoreTrash } from '../../src/core/stored-files/restore-trash.ts'
import { listTrash } from '../../src/core/stored-files/trash.ts'
import { hostContext } from './host-context.ts'
import { FIELDS } from './import-api.ts'
import { plain } from './pictures.ts'
import { runProgram } from './program.ts'
import { createSeed } from './seed.ts'
import { numbersFrom } from './seeded-numbers.ts'
import { bearer, issueToken } from './tokens.ts'

interface StoreFaults {
  rounds: number
  seed: number
  /** Receives the figures so far, and the number of problems. */
  onRound?: (round: number, figures: StoreFaultFigures & { problems: number }) => void
}

interface StoreFaultFigures {
  imported: number
  deleted: number
  starts: number
  /** Starts that the server refused with a sentence. */
  refused: number
  /** Originals that the server moved to the trash although they were in use. */
  trashed: number
}

const HOUR_MS = 60 * 60 * 1000

/** The files of a SQLite database. */
const DATABASE = ['catalog.sqlite', 'catalog.sqlite-wal', 'catalog.sqlite-shm']

/** What happens to the data directory while no server runs. */
const FAULTS = [
  'none',
  'database emptied',
  'database missing',
  'database rolled back',
  'database exchanged',
  'files emptied',
  'files unmounted',
  'files exchanged',
  'directory unmounted',
  'marker missing',
] as const
type Fault = (typeof FAULTS)[number]

/**
 * Imports and deletes images through server processes that are killed, and between two starts exchanges, empties, rolls back
 * or unmounts the database or the files. Then the server starts again on one or two later days, so that sweeps are due. Each
 * original that was acknowledged, and not deleted since, must be in the storage or in its trash, or where the fault has put
 * it. Afterwards the fault is undone, the trash restored, and every row must have its file. Servers must serve, or refuse
 * with a sentence.
 */
export async function runStoreFaults({ rounds, seed, onRound }: StoreFaults) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-faults-'))
  const [data, away, copies, other] = ['data', 'away', 'copies', 'other'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string, string]
  const below = numbersFrom(seed)
  const problems: string[] = []
  const figures = { imported: 0, deleted: 0, starts: 0, refused: 0, trashed: 0 }
  /** The acknowledged images by id, with the SHA-256 of their originals. */
  const images = new Map<number, string>()
  let aheadMs = 0
  const clock: Clock = { now: () => systemClock.now() + aheadMs * 1000 }
  let pictures = 0
  const collection = await prepare()

  for (let round = 1; round <= rounds; round += 1) {
    const fault = FAULTS[below(FAULTS.length)] ?? 'none'
    try {
      await work()
      await keepCopies(round)
      await inflict(fault)
      for (let start = 0; start <= below(3); start += 1) {
        aheadMs += (1 + below(60)) * HOUR_MS
        await serveBriefly()
      }
      await requireRecoverable(`round ${round}, ${fault}`)
      await undo(fault)
      await restore(`round ${round}, ${fault}`)
    } catch (error) {
      problems.push(`round ${round}, ${fault}: ${String((error as Error).stack)}`)
      break
    }
    onRound?.(round, { ...figures, problems: problems.length })
  }
  return { problems, figures }

  async function prepare(): Promise<number> {
    await withCatalog(async () => undefined, other)
    return await withCatalog(async (catalog) => await createSeed({ catalog }).collection())
  }

  async function withCatalog<T>(use: (catalog: Catalog) => Promise<T>, where = data): Promise<T> {
    const { config, secrets } = loadConfig({ flags: { data: where } })
    await using catalog = await openCatalog(config, secrets, { clock })
    return await use(catalog)
  }

  /** Imports some images through a server that is killed at any moment, and deletes one. */
  async function work(): Promise<void> {
    const token = await withCatalog((catalog) =>
      issueToken({ catalog }, { staff: true, scopes: ['import'] }),
    )
    const server = await start()
    if (server.baseUrl === undefined) throw new Error(`not served: ${server.stderr}`)
    const wanted = 1 + below(3)
    const importing = importAll(server.baseUrl, bearer(token), wanted)
    if (below(3) === 0) await pause(below(200))
    else await importing
    await server.kill()
    await importing
    const [first] = images.keys()
    if (first === undefined || below(4) > 0) return
    await withCatalog((catalog) =>
      catalog.write((tx) => deleteImages(tx, [first], hostContext(clock))),
    )
    images.delete(first)
    figures.deleted += 1
  }

  async function importAll(
    baseUrl: string,
    headers: Record<string, string>,
    wanted: number,
  ): Promise<void> {
    try {
      for (let made = 0; made < wanted; made += 1) await importImage(baseUrl, headers)
    } catch (error) {
      // The server was killed.
      if (!(error instanceof TypeError)) throw error
    }
  }

  async function importImage(baseUrl: string, headers: Record<string, string>): Promise<void> {
    const index = pictures++
    const colors: [number, number, number] = [index % 256, Math.floor(index / 256) % 256, 90]
    const bytes = await plain(16, 16, colors).png().toBuffer()
    const path = `/api/v2/import/upload-url/?collection=${collection}&content_type=image/png`
    const slot = (await readJson(await send(baseUrl + path, { headers }))) as UploadSlot
    const upload = { method: 'PUT', headers: slot.upload_headers, body: bytes as BodyInit }
    await readJson(await send(slot.upload_url, upload))
    const answer = await send(`${baseUrl}/api/v2/import/commit/`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ slot_id: slot.slot_id, ...FIELDS }),
    })
    const { image_id: id } = (await readJson(answer)) as { image_id: number }
    images.set(id, digestOf(bytes))
    figures.imported += 1
  }

  /** Keeps the database and the files as they are, to go back to them. */
  async function keepCopies(round: number): Promise<void> {
    // Brings everything from the write-ahead log into the database.
    await withCatalog((catalog) =>
      catalog.write(async (tx) => void (await tx.selectFrom('setting').select('name').execute())),
    )
    await copyDatabase(data, join(copies, 'newest'))
    const slot = join(copies, String(below(4)))
    if (round % 3 !== 1) return
    await rm(slot, { recursive: true, force: true })
    await copyDatabase(data, slot)
    await cp(join(data, 'objects'), join(slot, 'objects'), { recursive: true })
  }

  async function inflict(fault: Fault): Promise<void> {
    const [database, objects] = [join(data, 'catalog.sqlite'), join(data, 'objects')]
    const [older = 'newest'] = (await readdir(copies)).filter((name) => name !== 'newest')
    const former = join(copies, older)
    if (fault.startsWith('database '))
      for (const name of DATABASE.slice(1)) await rm(join(data, name), { force: true })
    if (fault.startsWith('files ')) await rename(objects, away)
    const inflictions: Record<Fault, () => Promise<void>> = {
      none: () => Promise.resolve(),
      'database emptied': () => truncate(database, 0),
      'database missing': () => rm(database),
      'database rolled back': () => copyDatabase(former, data),
      'database exchanged': () => copyDatabase(other, data),
      'files emptied': () => cp(join(other, 'objects'), objects, { recursive: true }),
      'files unmounted': () => Promise.resolve(),
      'files exchanged': () =>
        cp(join(older === 'newest' ? other : former, 'objects'), objects, { recursive: true }),
      'directory unmounted': () => rename(data, away),
      'marker missing': () => rm(join(objects, 'files-nonce'), { force: true }),
    }
    await inflictions[fault]()
  }

  async function undo(fault: Fault): Promise<void> {
    if (fault === 'directory unmounted') {
      await rm(data, { recursive: true, force: true })
      await rename(away, data)
    }
    if (fault.startsWith('files ')) {
      await rm(join(data, 'objects'), { recursive: true, force: true })
      await rename(away, join(data, 'objects'))
    }
    for (const name of DATABASE) await rm(join(data, name), { force: true })
    await copyDatabase(join(copies, 'newest'), data)
  }

  /** Starts a server, and kills it after its maintenance began. */
  async function serveBriefly(): Promise<void> {
    const server = await start()
    if (server.baseUrl === undefined) {
      figures.refused += 1
      const lines = server.stderr.trim().split('\n')
      if (!/^catalog: \S.*[.:)]$/.test(lines[0] ?? '') || server.stderr.includes('\n    at '))
        problems.push(`refused without a sentence: ${server.stderr}`)
      return
    }
    await pause(below(500))
    await server.kill()
  }

  async function start() {
    figures.starts += 1
    const patch = `const now=Date.now;Date.now=()=>now()+${aheadMs}`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(patch)}`
    const words = ['serve', '--data', data, '--port', '0', '--dev', '--log-level', 'silent']
    const child = runProgram(words, { env: { NODE_OPTIONS }, forceKillAfterDelay: false })
    const lines = createInterface({ input: child.stdout! })
    const [baseUrl] = await Promise.race([
      new Promise<[string]>((resolve) => lines.once('line', (line) => resolve([line]))),
      child.then(() => [undefined] as const),
    ])
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL')
      await child
    }
    return { baseUrl, kill, stderr: baseUrl === undefined ? String((await child).stderr) : '' }
  }

  async function requireRecoverable(when: string): Promise<void> {
    const places = [join(data, 'objects/images'), join(data, 'objects/trash'), away]
    const found = new Set((await Promise.all(places.map(digestFiles))).flat())
    for (const [id, sha256] of images)
      if (!found.has(sha256)) problems.push(`${when}: the original of image ${id} is lost`)
  }

  /** Restores what the rows name from the trash, as an administrator does. Every row has its file then. */
  async function restore(when: string): Promise<void> {
    await withCatalog(async (catalog) => {
      const rows = await catalog.reads
        .selectFrom('image')
        .select(['id', 'file_version', 'file_sha256'])
        .execute()
      const named = new Set(rows.map(({ id, file_version }) => `images/${id}/${file_version}`))
      const trashed = await Array.fromAsync(listTrash(catalog.storage))
      const keys = new Set(
        trashed
          .map(({ formerKey }) => formerKey)
          .filter((key) => named.has(key.split('/').slice(0, 3).join('/'))),
      )
      figures.trashed += keys.size
      await Array.fromAsync(restoreTrash(catalog, { keys, images: new Set(), missing: false }))
      const known = new Map(
        rows.map(({ id, file_version, file_sha256 }) => [id, { file_version, file_sha256 }]),
      )
      for (const [id, sha256] of images) {
        const row = known.get(id)
        const key = `images/${id}/${row?.file_version}/original.png`
        if (row?.file_sha256 !== sha256) problems.push(`${when}: image ${id} has no row`)
        else if (!(await catalog.storage.stat(key))) problems.push(`${when}: ${key} is missing`)
      }
    })
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of DATABASE)
    await copyFile(join(from, name), join(to, name)).catch(() => undefined)
}

/** A server that does not respond is a problem of its own. */
function send(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function digestFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && entry.name.startsWith('original.'))
  return await Promise.all(
    files.map(async ({ parentPath, name }) => digestOf(await readFile(join(parentPath, name)))),
  )
}
