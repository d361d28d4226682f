import { mkdtempDisposable, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { enqueueImageChanges } from '../../src/core/job-queue/enqueue-image-changes.ts'
import { runProgram } from './program.ts'
import { createSeed } from './seed.ts'
import { numbersFrom } from './seeded-numbers.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export interface MirrorCampaign {
  kills: number
  images: number
  seed: number
  onKill?: (kills: number, completed: number) => void
}

export interface MirrorResult {
  problems: string[]
  /** Runs that ended before they were killed. */
  completed: number
  /** Dumps that were whole when a run was killed. */
  dumps: number
}

/** Kills after which the catalog changes. */
const KILLS_PER_CHANGE = 2

/**
 * Kills `catalog mirror --files` again and again (SIGKILL, after a seeded time), while the catalog changes. After each kill,
 * `catalog.ndjson` is a whole dump whose files are all there. In the end, the mirror equals a new one.
 */
export async function runMirrorCampaign(campaign: MirrorCampaign): Promise<MirrorResult> {
  const { kills, images, seed, onKill = () => {} } = campaign
  const below = numbersFrom(seed)
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-mirror-'))
  await using server = await startTestServer()
  const changing = await createChanges(server, below)
  await changing.add(images)
  const start = (name: string) =>
    runProgram(
      [
        'mirror',
        server.baseUrl,
        join(folder.path, name),
        '--files',
        '--yes',
        '--rate',
        '1000',
        '--json',
      ],
      { env: { CATALOG_PROGRESS: 'none' } },
    )
  const complete = async (name: string): Promise<string[]> => {
    const { exitCode, stdout, stderr } = await start(name)
    return exitCode === 0
      ? []
      : [`${name} ended with ${exitCode}: ${String(stdout)} ${String(stderr)}`]
  }
  // The time of a whole run on this machine.
  let began = performance.now()
  const problems = await complete('timed')
  let mostMs = performance.now() - began
  const result = { problems, completed: 0, dumps: 0 }
  for (let killed = 1; killed <= kills; killed += 1) {
    if (killed % KILLS_PER_CHANGE === 0) await changing.change(images)
    began = performance.now()
    const child = start('mirror')
    // The program takes a third of the time to start.
    const ended = await Promise.race([child, pause((mostMs * (30 + below(70))) / 100)])
    if (ended !== undefined) result.completed += 1
    // Other programs make this machine slower or faster.
    mostMs = ended === undefined ? mostMs * 1.05 : performance.now() - began
    child.kill('SIGKILL')
    await child
    const found = await checkDump(join(folder.path, 'mirror'))
    if (found !== undefined) result.dumps += 1
    problems.push(...(found ?? []))
    onKill(killed, result.completed)
  }
  // Jobs record the images of collections that were hidden or published.
  await server.catalog.jobs.drain()
  problems.push(...(await complete('mirror')), ...(await complete('new')))
  problems.push(...(await compareFolders(join(folder.path, 'mirror'), join(folder.path, 'new'))))
  return result
}

/** Makes random changes that everyone sees. */
async function createChanges(server: TestServer, below: (limit: number) => number) {
  const { write, clock } = server.catalog
  const seed = createSeed(server)
  const source_id = await seed.source()
  const shown = await seed.collection({ source_id })
  const toggled = await seed.collection({ source_id })
  const hidden = await seed.collection({ source_id, public: 0 })
  const subjects = [await seed.subject(), await seed.subject()]
  const user_id = await seed.user()
  const ids: number[] = []
  let files = 0
  const file = (image: number) => {
    files += 1
    return seed.file(image, Buffer.alloc(20_000, `picture ${files}, `))
  }
  const one = (): number => ids[below(ids.length)] ?? 0
  const add = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const collection_id = below(4) === 0 ? toggled : shown
      const image = await seed.image({ collection_id })
      ids.push(image)
      if (below(3) > 0) await file(image)
    }
  }
  let isToggledPublic = true
  const changes = [
    () => seed.change(one(), { title: `Renamed ${below(1000)}` }),
    () => seed.change(one(), { collection_id: hidden }),
    () => seed.change(one(), { collection_id: shown }),
    () => file(one()),
    async () => {
      const image = one()
      const point = await seed.point(image, { user_id, latitude: below(80) })
      await seed.validation({ image, point }, { validated_by: user_id })
    },
    () => seed.delete('georeference'),
    async () => {
      const [id = 0] = ids.splice(below(ids.length), 1)
      await seed.delete('image', id)
    },
    () => add(1),
    () => seed.delete('image_subject'),
    async () => {
      const image = one()
      await seed.untag(image, subjects[0] ?? 0)
      await seed.tag(image, subjects[0] ?? 0)
    },
    async () => {
      isToggledPublic = !isToggledPublic
      await seed.setPublic('collection', toggled, isToggledPublic)
      await write((tx) => enqueueImageChanges(tx, { collections: [toggled] }, clock.now()))
    },
  ]
  return {
    add,
    change: async (images: number): Promise<void> => {
      for (let n = 0; n < images / 10; n += 1) await changes[below(changes.length)]?.()
    },
  }
}

interface Line {
  type: string
  file?: { path: string; size: number }
}

/** Finds what is missing in a dump. Undefined if there is none yet. */
async function checkDump(mirror: string): Promise<string[] | undefined> {
  const text = await readFile(join(mirror, 'catalog.ndjson'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const problems: string[] = text.endsWith('\n') ? [] : ['the last line is cut']
  for (const line of text.trimEnd().split('\n')) {
    const { file } = JSON.parse(line) as Line
    if (!file) continue
    const found = await stat(join(mirror, 'files', file.path)).catch(() => undefined)
    if (found?.size !== file.size) problems.push(`${file.path} is missing`)
  }
  return problems
}

async function compareFolders(mirror: string, other: string): Promise<string[]> {
  const [files, expected] = [await readFiles(mirror), await readFiles(other)]
  const names = new Set([...files.keys(), ...expected.keys()])
  const differing = [...names].filter((name) => files.get(name) !== expected.get(name))
  return differing.map((name) => {
    if (!files.has(name)) return `the mirror lacks ${name}`
    return expected.has(name) ? `${name} differs from a new mirror` : `the mirror still has ${name}`
  })
}

/** Reads the dump of a mirror and its files, by their names. */
async function readFiles(mirror: string): Promise<Map<string, string>> {
  const names = await readdir(join(mirror, 'files/images'))
  const paths = ['catalog.ndjson', ...names.map((name) => `files/images/${name}`)]
  const texts = paths.map(
    async (path) => [path, await readFile(join(mirror, path), 'latin1')] as const,
  )
  return new Map(await Promise.all(texts))
}
