import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { constants, getPriority, platform } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PictureError } from '../../src/core/imaging/picture-error.ts'
import { canCapMemory } from '../../src/core/processes/confined-process.ts'
import { startImagePool } from '../../src/core/imaging/process/image-pool.ts'
import { findNetworkIsolation } from '../../src/core/processes/network-isolation.ts'
import type { ImagePoolOptions } from '../../src/core/imaging/process/image-pool.ts'
import { canFailSyncs, failCalls } from '../support/failing-syncs.ts'
import { fourColors, createPictureFolder, plain, pngBomb, RED } from '../support/pictures.ts'
import { isAlive } from '../support/is-alive.ts'

/** Starts an image pool with a folder and one picture, and records the ids of all its child processes. */
async function startPool(options: Partial<ImagePoolOptions> = {}) {
  const folder = await createPictureFolder()
  const path = await folder.write('original.jpg', await fourColors().jpeg().toBuffer())
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
    probe: (signal?: AbortSignal) => pool.probe(path, 'image/jpeg', 'user', signal),
    derive: (signal?: AbortSignal, contentType = 'image/jpeg') =>
      pool.derive({ ...derivation, contentType }, signal),
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

const untilDead = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)

/** Starts a derivation in a child that is suspended, so that it never ends. */
async function startEndlessDerivation(
  { derive, started }: Awaited<ReturnType<typeof startPool>>,
  signal?: AbortSignal,
) {
  await derive()
  const pid = started.at(-1)!
  process.kill(pid, 'SIGSTOP')
  const outcome = derive(signal).catch((error: unknown) => error)
  await setImmediate()
  return { pid, outcome }
}

test('a killed child fails only its own task', async () => {
  await using opened = await startPool()
  const { pid, outcome } = await startEndlessDerivation(opened)
  process.kill(pid, 'SIGKILL')
  const error = (await outcome) as PictureError
  expect(error).toBeInstanceOf(PictureError)
  expect(error).toMatchObject({ reason: 'host_memory', permanent: false })
  expect(error.message).toContain('This machine ran out of memory')
  expect(await opened.derive()).toMatchObject({ width: 96, height: 64 })
  expect(opened.started).toHaveLength(2)
})

test('fails tasks while the system starts no processes, and works afterwards', async () => {
  await using opened = await startPool()
  const { pid, outcome } = await startEndlessDerivation(opened)
  const waiting = opened.derive().catch((error: unknown) => error)
  {
    using _refusing = refuseProcesses()
    process.kill(pid, 'SIGKILL')
    expect(await outcome).toMatchObject({ reason: 'host_memory' })
    expect(await waiting).toMatchObject({ reason: 'unstarted' })
  }
  expect(await opened.derive()).toMatchObject({ width: 96 })
})

/** Makes the environment too large for the system to start a process with it. */
function refuseProcesses(): Disposable {
  process.env['TEMP'] = 'x'.repeat(256 * 1024)
  return {
    [Symbol.dispose]() {
      delete process.env['TEMP']
    },
  }
}

test('cancels a task that takes too long', async () => {
  await using opened = await startPool({ timeoutMs: 1 })
  await expect(opened.derive()).rejects.toMatchObject({
    reason: 'timeout',
    permanent: false,
    message: 'Processing the picture took longer than 0.001 seconds and was canceled.',
  })
  expect(opened.started.map(isAlive)).toEqual([false])
})

test.skipIf(!canCapMemory())(
  'a picture that needs too much memory fails only its own task',
  async () => {
    await using opened = await startPool({ memoryBytes: 16 * 1024 ** 2 })
    const interlaced = await plain(5000, 5000, RED).png({ progressive: true }).toBuffer()
    const original = await opened.folder.write('large.png', interlaced)
    const asked = { original, contentType: 'image/png', rotation: 0, mirror: 'none' } as const
    const derived = opened.pool.derive({ ...asked, directory: opened.folder.path })
    await expect(derived).rejects.toMatchObject({ reason: 'memory', permanent: false })
    expect(await opened.derive()).toMatchObject({ width: 96 })
  },
)

test.skipIf(!(await canFailSyncs()))(
  'reports a host without free threads as overloaded, not the picture as damaged',
  async () => {
    await using opened = await startPool()
    // A refused picture starts the child, but not yet the threads that decode.
    await expect(opened.derive(undefined, 'image/png')).rejects.toMatchObject({
      reason: 'unsupported',
    })
    {
      const calls = 'clone,clone3'
      await using _refusing = await failCalls(opened.started[0]!, {
        calls,
        error: 'EAGAIN:when=2+',
      })
      await expect(opened.derive()).rejects.toMatchObject({
        reason: 'overloaded',
        permanent: false,
      })
    }
    expect(await opened.derive()).toMatchObject({ damage: null })
  },
)

test('passes the reason of a rejection on to the caller', async () => {
  await using opened = await startPool({ maxPixels: 10_000 })
  const bomb = await opened.folder.write('bomb.png', pngBomb(30_000, 30_000))
  await expect(opened.pool.probe(bomb, 'image/png', 'user')).rejects.toMatchObject({
    reason: 'too_large',
  })
  await expect(opened.pool.probe(bomb, 'image/gif', 'user')).rejects.toMatchObject({
    name: 'PictureError',
    reason: 'unsupported',
    permanent: true,
    message: 'The file is a PNG picture but was announced as image/gif.',
  })
  expect(await opened.probe()).toMatchObject({ format: 'jpeg' })
  expect(opened.started).toHaveLength(1)
})

test('replaces a child that failed on a damaged file', async () => {
  await using opened = await startPool()
  const empty = await fourColors().png().toBuffer()
  empty.fill(0x55, empty.indexOf('IDAT') + 6, empty.length - 12)
  const damaged = await opened.folder.write('damaged.png', empty)
  await expect(opened.pool.probe(damaged, 'image/png', 'user')).resolves.toMatchObject({
    width: 96,
  })
  const asked = { contentType: 'image/png', rotation: 0, mirror: 'none' } as const
  const derived = opened.pool.derive({ ...asked, original: damaged, directory: opened.folder.path })
  await expect(derived).rejects.toMatchObject({ reason: 'damaged', permanent: true })
  const [, deriving] = opened.started
  await untilDead(deriving!)
  expect(await opened.derive()).toMatchObject({ width: 96 })
  expect(opened.started).toHaveLength(3)
})

test('replaces a child that made derivatives of a damaged file', async () => {
  await using opened = await startPool()
  const png = await fourColors(960, 640).png({ compressionLevel: 0 }).toBuffer()
  const original = await opened.folder.write('damaged.png', png.subarray(0, png.length / 2))
  const asked = { contentType: 'image/png', rotation: 0, mirror: 'none' } as const
  const made = await opened.pool.derive({ ...asked, original, directory: opened.folder.path })
  expect(made.damage).toContain('damaged')
  await untilDead(opened.started[0]!)
  expect((await opened.derive()).damage).toBeNull()
  expect(opened.started).toHaveLength(2)
})

test('never starts a task that is aborted while it waits', async () => {
  await using opened = await startPool()
  await expect(opened.derive(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  expect(opened.started).toEqual([])
  const controller = new AbortController()
  const running = await startEndlessDerivation(opened)
  const waiting = opened.derive(controller.signal)
  controller.abort(new Error('changed my mind'))
  await expect(waiting).rejects.toThrow('changed my mind')
  expect(isAlive(running.pid)).toBe(true)
})

test('ends the child of an aborted task before the task rejects', async () => {
  await using opened = await startPool()
  const controller = new AbortController()
  const { pid, outcome } = await startEndlessDerivation(opened, controller.signal)
  controller.abort(new Error('changed my mind'))
  expect(await outcome).toEqual(new Error('changed my mind'))
  expect(isAlive(pid)).toBe(false)
})

test('a probe does not wait for a long derivation', async () => {
  await using opened = await startPool()
  const { outcome } = await startEndlessDerivation(opened)
  const behind = opened.derive().catch((error: unknown) => error)
  expect(await opened.probe()).toMatchObject({ width: 96 })
  await opened.pool[Symbol.asyncDispose]()
  for (const ended of [await outcome, await behind])
    expect(ended).toMatchObject({ reason: 'stopped', permanent: false })
})

test('the probes of one user do not hold up those of others', async () => {
  await using opened = await startPool()
  const { pool, started } = opened
  const path = join(opened.folder.path, 'original.jpg')
  const probe = (user: string) => pool.probe(path, 'image/jpeg', user)
  await probe('a')
  process.kill(started[0]!, 'SIGSTOP')
  const held = [probe('a'), probe('a'), probe('a')]
  expect(await probe('b')).toMatchObject({ width: 96 })
  expect(started).toHaveLength(2)
  process.kill(started[0]!, 'SIGCONT')
  expect(await Promise.all(held)).toHaveLength(3)
})

test('a user with very many probes gets a child of lower priority', async () => {
  const priorities: string[] = []
  const log = { debug: ({ priority }: { priority: string }) => void priorities.push(priority) }
  await using opened = await startPool({ log: log as unknown as ImagePoolOptions['log'] })
  const controller = new AbortController()
  const waiting = Array.from({ length: 200 }, () => opened.probe(controller.signal))
  const aborted = Promise.allSettled(waiting)
  expect(await opened.probe()).toMatchObject({ width: 96 })
  controller.abort(new Error('disconnected'))
  await aborted
  expect(priorities).toEqual(['normal', 'background'])
})

test('cancels a probe that takes too long', async () => {
  await using opened = await startPool({ probeTimeoutMs: 1 })
  await expect(opened.probe()).rejects.toMatchObject({
    reason: 'timeout',
    message:
      'The header of the file could not be read within 0.001 seconds. Save the picture again without metadata, and upload that file.',
  })
  expect(opened.started.map(isAlive)).toEqual([false])
})

test('ends all children and rejects tasks after its disposal', async () => {
  await using opened = await startPool({ workers: 2 })
  await Promise.all([opened.derive(), opened.derive(), opened.probe()])
  expect(opened.started.length).toBeGreaterThan(1)
  await opened.pool[Symbol.asyncDispose]()
  expect(opened.started.filter(isAlive)).toEqual([])
  await expect(opened.probe()).rejects.toMatchObject({ reason: 'stopped' })
})

test('ends an idle child', async () => {
  await using opened = await startPool({ idleMs: 1 })
  await opened.probe()
  await untilDead(opened.started[0]!)
  expect(await opened.probe()).toMatchObject({ width: 96 })
})

test('assigns no task to a child that is about to end', async () => {
  await using opened = await startPool({ idleMs: 60_000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await opened.probe()
  vi.advanceTimersByTime(60_000)
  expect(await opened.probe()).toMatchObject({ width: 96 })
  expect(opened.started).toHaveLength(2)
})

test('replaces a child after a number of tasks', async () => {
  await using opened = await startPool({ tasksPerChild: 2 })
  for (let task = 0; task < 3; task += 1) await opened.derive()
  expect(new Set(opened.started).size).toBe(2)
})

test('runs probes at the priority of the server, and derivations at a lower one', async () => {
  await using opened = await startPool()
  await opened.derive()
  await opened.probe()
  const [deriving, probing] = opened.started
  const own = getPriority()
  expect(getPriority(deriving)).toBe(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL))
  expect(getPriority(probing)).toBe(own)
})

test(
  'lowers the priority of the group that a child has to itself',
  {
    skip: !existsSync('/proc/self/autogroup'),
  },
  async () => {
    const readGroup = (pid: number | 'self') => readFile(`/proc/${pid}/autogroup`, 'utf8')
    const own = await readGroup('self')
    await using opened = await startPool()
    await opened.derive()
    const [deriving] = opened.started
    await expect.poll(() => readGroup(deriving!)).toMatch(/ nice 10\n$/)
    expect(await readGroup('self')).toBe(own)
  },
)

test('decodes at most `workers` pictures at once', async () => {
  await using opened = await startPool({ workers: 2 })
  await Promise.all(Array.from({ length: 4 }, () => opened.derive()))
  expect(opened.started).toHaveLength(2)
})

test.skipIf(platform() !== 'linux')('passes no secret of the server to its children', async () => {
  vi.stubEnv('CATALOG_SECRET', 'not-for-children')
  await using opened = await startPool()
  await opened.probe()
  const environment = await readFile(`/proc/${opened.started[0]}/environ`, 'utf8')
  vi.unstubAllEnvs()
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain('CATALOG')
})

// Skipped where `unshare` is missing, or the system allows no network namespaces.
test.skipIf(findNetworkIsolation() === undefined)(
  'a child cannot connect to any host',
  async () => {
    await using opened = await startPool()
    await opened.probe()
    const [pid] = opened.started
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

test('children of a killed server end', async () => {
  await using folder = await createPictureFolder()
  const path = await folder.write('original.jpg', await fourColors().jpeg().toBuffer())
  const server = fork(new URL('../support/picture-server.ts', import.meta.url), [path])
  const [pid] = (await once(server, 'message')) as [number]
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await untilDead(pid)
})

test('writes all files of a derivation to the given folder', async () => {
  await using opened = await startPool()
  await opened.derive()
  expect((await readdir(opened.folder.path)).sort()).toEqual([
    'display.jpg',
    'original.jpg',
    'thumbnail.jpg',
  ])
})
