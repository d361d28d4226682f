import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { IIIF_LIMITS } from '../../src/core/base/limits.ts'
import { planImage } from '../../src/core/iiif/image-plan.ts'
import { parseImageRequest } from '../../src/core/iiif/image-request.ts'
import { startImagePool, type ImagePoolOptions } from '../../src/core/imaging/process/image-pool.ts'
import { createPictureFolder } from '../support/pictures.ts'
import { isAlive } from '../support/is-alive.ts'
import { createSquares } from '../support/squares.ts'
import { encodeTiles } from '../support/tile-file.ts'

const PICTURE = { width: 600, height: 400 }

interface StartedChild {
  pid: number
  priority: string
}

interface PoolOptions extends Partial<ImagePoolOptions> {
  onStart?: (child: StartedChild) => void
}

/** Starts an image pool with one file of tiles, and records the ids of its child processes. */
async function startPool({ onStart, ...options }: PoolOptions = {}) {
  const folder = await createPictureFolder()
  const tiles = await folder.write('tiles.bin', await encodeTiles(createSquares(PICTURE)))
  const started: number[] = []
  const log = { debug, warn() {} }
  const pool = startImagePool({
    workers: 1,
    memoryBytes: 1024 ** 3,
    timeoutMs: 60_000,
    maxPixels: 50_000_000,
    log,
    ...options,
  })
  function debug(child: StartedChild): void {
    started.push(child.pid)
    onStart?.(child)
  }
  const plan = planOf('full/90,60/90/default.jpg')
  return {
    started,
    render: (signal?: AbortSignal, client = 'a') => pool.render({ tiles, plan }, client, signal),
    renderLarge: (client: string, signal: AbortSignal) =>
      pool.render({ tiles, plan: planOf('full/^3000,2000/0/default.jpg') }, client, signal),
    /** Starts a render in a child that is suspended, so that it never ends. */
    async renderEndlessly(signal?: AbortSignal, client = 'a') {
      await pool.render({ tiles, plan }, client)
      const pid = started.at(-1)!
      process.kill(pid, 'SIGSTOP')
      const outcome = pool.render({ tiles, plan }, client, signal).catch((error: unknown) => error)
      await setImmediate()
      return { pid, outcome }
    },
    derive: () =>
      pool.derive({
        original: tiles,
        contentType: 'image/jpeg',
        rotation: 0,
        mirror: 'none',
        directory: folder.path,
      }),
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

function planOf(request: string) {
  return planImage(parseImageRequest(3, request), { ...PICTURE, ...IIIF_LIMITS, maxUpscaling: 5 })
}

test('renders in a child, which is used again', async () => {
  await using pool = await startPool()
  for (let round = 0; round < 3; round += 1) {
    const { width, height, format } = await sharp(await pool.render()).metadata()
    expect({ width, height, format }).toEqual({ width: 60, height: 90, format: 'jpeg' })
  }
  expect(pool.started).toHaveLength(1)
})

test('derivations and renders do not wait for each other', async () => {
  await using pool = await startPool()
  const { outcome } = await pool.renderEndlessly()
  await expect(pool.derive()).rejects.toMatchObject({ reason: 'unsupported' })
  process.kill(pool.started[0]!, 'SIGCONT')
  expect(await outcome).toBeInstanceOf(Uint8Array)
  expect(pool.started).toHaveLength(2)
})

const BUSY = { kind: 'busy', details: { code: 'rendering_busy', retryAfterSeconds: 5 } }

test('refuses the last render of the client with the most when too many wait', async () => {
  await using pool = await startPool({ renders: { waiting: 2 } })
  const accepted = [pool.render(), pool.render(), pool.render(undefined, 'b')]
  const last = pool.render()
  const refused = expect(last).rejects.toMatchObject(BUSY)
  accepted.push(pool.render(undefined, 'b'))
  await refused
  expect(await Promise.all(accepted)).toHaveLength(4)
  expect(await pool.render()).toBeInstanceOf(Uint8Array)
})

test('refuses the renders of a client of which too many wait', async () => {
  await using pool = await startPool({ renders: { waitingPerClient: 1 } })
  const accepted = [pool.render(), pool.render()]
  await expect(pool.render()).rejects.toMatchObject(BUSY)
  accepted.push(pool.render(undefined, 'b'))
  expect(await Promise.all(accepted)).toHaveLength(3)
})

test('refuses a render that waits too long', async () => {
  await using pool = await startPool({ renders: { waitSeconds: 0.05 } })
  const { pid, outcome } = await pool.renderEndlessly()
  await expect(pool.render()).rejects.toMatchObject(BUSY)
  process.kill(pid, 'SIGCONT')
  expect(await outcome).toBeInstanceOf(Uint8Array)
})

test('one client does not occupy all children', async () => {
  await using pool = await startPool()
  const { pid, outcome } = await pool.renderEndlessly()
  const others = Array.from({ length: 5 }, () => pool.render())
  expect(await pool.render(undefined, 'b')).toBeInstanceOf(Uint8Array)
  process.kill(pid, 'SIGCONT')
  expect(await outcome).toBeInstanceOf(Uint8Array)
  expect(await Promise.all(others)).toHaveLength(5)
})

test('a client without a running render waits for none of several others', async () => {
  await using pool = await startPool()
  const endless = []
  for (const client of ['a', 'b', 'c']) endless.push(await pool.renderEndlessly(undefined, client))
  const others = ['a', 'b', 'c'].flatMap((client) => [
    pool.render(undefined, client),
    pool.render(undefined, client),
  ])
  expect(await pool.render(undefined, 'd')).toBeInstanceOf(Uint8Array)
  for (const { pid } of endless) process.kill(pid, 'SIGCONT')
  const outcomes = await Promise.all(endless.map(({ outcome }) => outcome))
  for (const outcome of outcomes) expect(outcome).toBeInstanceOf(Uint8Array)
  expect(await Promise.all(others)).toHaveLength(6)
})

test('others do not wait for the renders of clients that render much', async () => {
  const suspended: number[] = []
  await using pool = await startPool({ onStart: suspendHeavy })
  const controller = new AbortController()
  const heavy = ['h', 'i']
  const renders = heavy.flatMap((client) =>
    Array.from({ length: 9 }, () => pool.renderLarge(client, controller.signal)),
  )
  const aborted = Promise.allSettled(renders)
  await expect.poll(() => suspended).toHaveLength(heavy.length)
  expect(await pool.render(undefined, 'b')).toBeInstanceOf(Uint8Array)
  controller.abort(new Error('disconnected'))
  await aborted

  function suspendHeavy({ pid, priority }: StartedChild): void {
    if (priority !== 'lowest') return
    suspended.push(pid)
    process.kill(pid, 'SIGSTOP')
  }
})

test('aborted renders do not count as rendering time', async () => {
  const priorities: string[] = []
  await using pool = await startPool({
    onStart: ({ priority }) => void priorities.push(priority),
    renders: { waiting: 1000, waitingPerClient: 1000 },
  })
  for (let round = 0; round < 3; round += 1) {
    const aborted = AbortSignal.abort(new Error('disconnected'))
    const renders = Array.from({ length: 40 }, () => pool.render(aborted, 'a'))
    expect((await Promise.allSettled(renders)).every(({ status }) => status === 'rejected')).toBe(
      true,
    )
  }
  expect(await pool.render(undefined, 'a')).toBeInstanceOf(Uint8Array)
  expect(priorities).toEqual(['interactive'])
})

test('an aborted render leaves the queue', async () => {
  await using pool = await startPool({ renders: { waiting: 1 } })
  const controller = new AbortController()
  const running = pool.render()
  const waiting = pool.render(controller.signal)
  controller.abort(new Error('disconnected'))
  await expect(waiting).rejects.toThrow('disconnected')
  await Promise.all([running, pool.render()])
  expect(pool.started).toHaveLength(1)
})

test('an aborted render that ends soon leaves its child to others', async () => {
  await using pool = await startPool()
  await pool.render()
  const controller = new AbortController()
  const running = pool.render(controller.signal)
  controller.abort(new Error('disconnected'))
  await expect(running).rejects.toThrow('disconnected')
  await pool.render()
  expect(pool.started).toHaveLength(1)
})

test('an aborted render that takes longer is killed', async () => {
  await using pool = await startPool()
  const controller = new AbortController()
  const { pid, outcome } = await pool.renderEndlessly(controller.signal)
  controller.abort(new Error('disconnected'))
  expect(await outcome).toEqual(new Error('disconnected'))
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await pool.render()).toBeInstanceOf(Uint8Array)
})

test('cancels a render that takes too long', async () => {
  await using pool = await startPool({ renderTimeoutMs: 1 })
  await expect(pool.render()).rejects.toMatchObject({ reason: 'timeout' })
})
