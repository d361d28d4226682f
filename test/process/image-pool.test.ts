import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { constants, getPriority, platform } from 'node:os'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PictureError } from '../../src/core/imaging/picture-error.ts'
import { canCapMemory } from '../../src/core/processes/image-child-process.ts'
import { startImagePool } from '../../src/core/processes/image-pool.ts'
import { findNetworkIsolation } from '../../src/core/processes/network-isolation.ts'
import type { ImagePoolOptions } from '../../src/core/processes/image-pool.ts'
import { canFailSyncs, failCalls } from '../support/failing-syncs.ts'
import { fourColours, pictureFolder, plain, pngBomb, RED } from '../support/pictures.ts'

/** A pool with a folder and one picture in it, and the ids of all processes it ever started. */
async function picturePool(options: Partial<ImagePoolOptions> = {}) {
  const folder = await pictureFolder()
  const path = await folder.write('original.jpg', await fourColours().jpeg().toBuffer())
  const started: number[] = []
  const log = {
    debug({ pid }: { pid: number }) {
      started.push(pid)
    },
    warn() {},
  } as unknown as NonNullable<ImagePoolOptions['log']>
  const limits = { workers: 1, memoryBytes: 1024 ** 3, timeoutMs: 60_000, maxPixels: 50_000_000 }
  const pool = startImagePool({ ...limits, log, ...options })
  const derivation = {
    original: path,
    contentType: 'image/jpeg',
    rotation: 0,
    mirror: 'none',
    directory: folder.path,
  } as const
  return {
    folder,
    pool,
    started,
    probe: (signal?: AbortSignal) => pool.probe(path, 'image/jpeg', signal),
    derive: (signal?: AbortSignal) => pool.derive(derivation, signal),
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** An orphan that nobody has buried yet still has an entry in the process table, but it is dead. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = `/proc/${pid}/status`
  return !existsSync(status) || !/^State:\s+[ZX]/m.test(readFileSync(status, 'utf8'))
}

const untilDead = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)

/** Starts a derivation in a child that is stopped before it can finish, as if the picture took for ever. */
async function endlessDerivation(
  { pool, folder, started }: Awaited<ReturnType<typeof picturePool>>,
  signal?: AbortSignal,
) {
  const probed = pool.probe(join(folder.path, 'original.jpg'), 'image/jpeg')
  await probed
  const pid = started.at(-1)!
  process.kill(pid, 'SIGSTOP')
  const input = { original: join(folder.path, 'original.jpg'), directory: folder.path } as const
  const derived = pool.derive(
    { ...input, contentType: 'image/jpeg', rotation: 0, mirror: 'none' },
    signal,
  )
  return { pid, outcome: derived.catch((error: unknown) => error) }
}

test('a child that is killed fails its task only: the next one has a new child', async () => {
  await using world = await picturePool()
  const { pid, outcome } = await endlessDerivation(world)
  process.kill(pid, 'SIGKILL')
  const error = (await outcome) as PictureError
  expect(error).toBeInstanceOf(PictureError)
  expect(error).toMatchObject({ reason: 'host_memory', permanent: false })
  expect(error.message).toContain('This machine ran out of memory')
  expect(await world.derive()).toMatchObject({ width: 96, height: 64 })
  expect(world.started).toHaveLength(2)
})

test('where the system starts no further process, tasks are told so, and later ones are done', async () => {
  await using made = await picturePool()
  const { pid, outcome } = await endlessDerivation(made)
  const waiting = made.derive().catch((error: unknown) => error)
  {
    using _refusing = refuseProcesses()
    process.kill(pid, 'SIGKILL')
    expect(await outcome).toMatchObject({ reason: 'host_memory' })
    expect(await waiting).toMatchObject({ reason: 'unstarted' })
  }
  expect(await made.derive()).toMatchObject({ width: 96 })
})

/** More than the system hands to a new process: it refuses to start any that inherits this. */
function refuseProcesses(): Disposable {
  process.env['TEMP'] = 'x'.repeat(256 * 1024)
  return {
    [Symbol.dispose]() {
      delete process.env['TEMP']
    },
  }
}

test('a task that takes too long is ended and says so', async () => {
  await using world = await picturePool({ timeoutMs: 1 })
  await expect(world.derive()).rejects.toMatchObject({
    reason: 'timeout',
    permanent: false,
    message: 'Processing the picture took longer than 0.001 seconds and was canceled.',
  })
  expect(world.started.map(isAlive)).toEqual([false])
})

test.skipIf(!canCapMemory())('a picture that needs too much memory fails alone', async () => {
  await using world = await picturePool({ memoryBytes: 16 * 1024 ** 2 })
  const interlaced = await plain(4000, 4000, RED).png({ progressive: true }).toBuffer()
  const original = await world.folder.write('large.png', interlaced)
  const asked = { original, contentType: 'image/png', rotation: 0, mirror: 'none' } as const
  const derived = world.pool.derive({ ...asked, directory: world.folder.path })
  await expect(derived).rejects.toMatchObject({ reason: 'memory', permanent: false })
  expect(await world.derive()).toMatchObject({ width: 96 })
})

test.skipIf(!(await canFailSyncs()))(
  'a machine without a free thread is overloaded; the picture is not damaged',
  async () => {
    await using world = await picturePool()
    await world.probe()
    {
      const calls = 'clone,clone3'
      await using _refusing = await failCalls(world.started[0]!, { calls, error: 'EAGAIN:when=2+' })
      await expect(world.derive()).rejects.toMatchObject({ reason: 'overloaded', permanent: false })
    }
    expect(await world.derive()).toMatchObject({ damage: null })
  },
)

test('refusals arrive with their reason', async () => {
  await using world = await picturePool({ maxPixels: 10_000 })
  const bomb = await world.folder.write('bomb.png', pngBomb(30_000, 30_000))
  await expect(world.pool.probe(bomb, 'image/png')).rejects.toMatchObject({ reason: 'too_large' })
  await expect(world.pool.probe(bomb, 'image/gif')).rejects.toMatchObject({
    name: 'PictureError',
    reason: 'unsupported',
    permanent: true,
    message: 'The file is a PNG picture but was announced as image/gif.',
  })
  expect(await world.probe()).toMatchObject({ format: 'jpeg' })
  expect(world.started).toHaveLength(1)
})

test('a child that choked on a damaged file is replaced', async () => {
  await using world = await picturePool()
  const empty = await fourColours().png().toBuffer()
  empty.fill(0x55, empty.indexOf('IDAT') + 6, empty.length - 12)
  const damaged = await world.folder.write('damaged.png', empty)
  await expect(world.pool.probe(damaged, 'image/png')).resolves.toMatchObject({ width: 96 })
  const asked = { contentType: 'image/png', rotation: 0, mirror: 'none' } as const
  const derived = world.pool.derive({ ...asked, original: damaged, directory: world.folder.path })
  await expect(derived).rejects.toMatchObject({ reason: 'damaged', permanent: true })
  await untilDead(world.started[0]!)
  expect(await world.probe()).toMatchObject({ width: 96 })
  expect(world.started).toHaveLength(2)
})

test('a child that made pictures of a damaged file is replaced', async () => {
  await using world = await picturePool()
  const png = await fourColours(960, 640).png({ compressionLevel: 0 }).toBuffer()
  const original = await world.folder.write('damaged.png', png.subarray(0, png.length / 2))
  const asked = { contentType: 'image/png', rotation: 0, mirror: 'none' } as const
  const made = await world.pool.derive({ ...asked, original, directory: world.folder.path })
  expect(made.damage).toContain('damaged')
  await untilDead(world.started[0]!)
  expect((await world.derive()).damage).toBeNull()
  expect(world.started).toHaveLength(2)
})

test('what is given up before it began never begins', async () => {
  await using world = await picturePool()
  await expect(world.derive(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  expect(world.started).toEqual([])
  const controller = new AbortController()
  const running = await endlessDerivation(world)
  const waiting = world.derive(controller.signal)
  controller.abort(new Error('changed my mind'))
  await expect(waiting).rejects.toThrow('changed my mind')
  expect(isAlive(running.pid)).toBe(true)
})

test('what is given up at work is over when nothing writes any more', async () => {
  await using world = await picturePool()
  const controller = new AbortController()
  const { pid, outcome } = await endlessDerivation(world, controller.signal)
  controller.abort(new Error('changed my mind'))
  expect(await outcome).toEqual(new Error('changed my mind'))
  expect(isAlive(pid)).toBe(false)
})

test('a probe does not wait for a picture that takes long', async () => {
  await using world = await picturePool()
  const { outcome } = await endlessDerivation(world)
  const behind = world.derive().catch((error: unknown) => error)
  expect(await world.probe()).toMatchObject({ width: 96 })
  await world.pool[Symbol.asyncDispose]()
  for (const ended of [await outcome, await behind])
    expect(ended).toMatchObject({ reason: 'stopped', permanent: false })
})

test('after disposal no child is alive and no task is taken', async () => {
  await using world = await picturePool({ workers: 2 })
  await Promise.all([world.derive(), world.derive(), world.probe()])
  expect(world.started.length).toBeGreaterThan(1)
  await world.pool[Symbol.asyncDispose]()
  expect(world.started.filter(isAlive)).toEqual([])
  await expect(world.probe()).rejects.toMatchObject({ reason: 'stopped' })
})

test('a child ends when it has had nothing to do for a while', async () => {
  await using world = await picturePool({ idleMs: 1 })
  await world.probe()
  await untilDead(world.started[0]!)
  expect(await world.probe()).toMatchObject({ width: 96 })
})

test('a child that is about to end is given nothing more', async () => {
  await using world = await picturePool({ idleMs: 60_000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await world.probe()
  vi.advanceTimersByTime(60_000)
  expect(await world.probe()).toMatchObject({ width: 96 })
  expect(world.started).toHaveLength(2)
})

test('a child is replaced after its share of tasks', async () => {
  await using world = await picturePool({ tasksPerChild: 2 })
  for (let task = 0; task < 5; task += 1) await world.derive()
  expect(new Set(world.started).size).toBe(3)
})

test('a child that derives gives way to everything else; one that only probes does not', async () => {
  await using world = await picturePool()
  await world.derive()
  await world.probe()
  const [deriving, probing] = world.started
  await world.derive()
  expect(world.started).toHaveLength(2)
  const own = getPriority()
  expect(getPriority(deriving)).toBe(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL))
  expect(getPriority(probing)).toBe(own)
})

test('workers say how many pictures are decoded at once', async () => {
  await using world = await picturePool({ workers: 2 })
  await Promise.all(Array.from({ length: 6 }, () => world.derive()))
  expect(world.started).toHaveLength(2)
})

test.skipIf(platform() !== 'linux')('a child is told no secret of the server', async () => {
  vi.stubEnv('CATALOG_SECRET', 'not-for-children')
  await using world = await picturePool()
  await world.probe()
  const environment = await readFile(`/proc/${world.started[0]}/environ`, 'utf8')
  vi.unstubAllEnvs()
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain('CATALOG')
})

// Skipped where `unshare` is missing, or the system allows no network namespaces.
test.skipIf(findNetworkIsolation() === undefined)(
  'a child cannot connect to any host',
  async () => {
    await using world = await picturePool()
    await world.probe()
    const [pid] = world.started
    const listener = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void listener.close())
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    expect(await connectFrom('self', port)).toBe('connected')
    expect(await connectFrom(pid!, port)).toBe('ENETUNREACH')
    const interfaces = await readFile(`/proc/${pid}/net/dev`, 'utf8')
    expect(interfaces.match(/^ *\w+(?=:)/gm)?.map((name) => name.trim())).toEqual(['lo'])
  },
)

/** Connects to a port of this machine from the network namespace of a process, and returns the outcome. */
async function connectFrom(pid: number | 'self', port: number): Promise<string> {
  const script = `require('node:net').connect(${port}, '127.0.0.1')
    .on('connect', () => { console.log('connected'); process.exit() })
    .on('error', ({ code }) => console.log(code))`
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials']
  const enter = ['--target', String(pid), '--net', ...user, process.execPath, '-e', script]
  const [program, argv] = pid === 'self' ? [process.execPath, ['-e', script]] : ['nsenter', enter]
  const { stdout } = await promisify(execFile)(program, argv)
  return stdout.trim()
}

test('children end with a server that was killed', async () => {
  await using folder = await pictureFolder()
  const path = await folder.write('original.jpg', await fourColours().jpeg().toBuffer())
  const server = fork(new URL('../support/picture-server.ts', import.meta.url), [path])
  const [pid] = (await once(server, 'message')) as [number]
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await untilDead(pid)
})

test('every file a derivation wrote lies in the folder asked for', async () => {
  await using world = await picturePool()
  await world.derive()
  expect((await readdir(world.folder.path)).sort()).toEqual([
    'display.jpg',
    'original.jpg',
    'thumbnail.jpg',
  ])
})
