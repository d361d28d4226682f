import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setInterval as interval } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { fillWithContributions, hasSnapshot, openExport, POINTS } from '../support/large-export.ts'
import { createSeed } from '../support/seed.ts'
import { bearer, issueToken } from '../support/tokens.ts'
import { createTestLog } from '../support/test-log.ts'
import { startTestServer } from '../support/test-server.ts'

const AREAS = '/api/v2/from-above-georeferences/export/'
const { log, lines } = createTestLog()
const server = await startTestServer({ dev: false, trustProxy: '1' }, { log })
afterAll(() => server[Symbol.asyncDispose]())
await fillWithContributions(server)
const seed = createSeed(server)

/** Returns the headers of a new user's token. */
async function signIn(userId: number): Promise<Record<string, string>> {
  return bearer(await issueToken(server, { userId }))
}

/** Reads the rest of an export. @returns its last bytes, and whether the response was complete */
async function readRest(response: IncomingMessage): Promise<{ end: string; complete: boolean }> {
  let end = ''
  try {
    for await (const chunk of response) end = (end + String(chunk)).slice(-100)
  } catch {
    // The connection was closed.
  }
  return { end, complete: response.complete }
}

/**
 * The same at about one megabyte per second, longer than the buffers of the system last. Then
 * reads the rest. Linux reopens a full window only once a sixteenth of its buffer is free (6 MB at
 * most), which takes 0.4 seconds at this speed.
 */
async function readSlowly(response: IncomingMessage): Promise<{ end: string; complete: boolean }> {
  const slowBytes = 64 * 65_536
  let received = 0
  response.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received < slowBytes) response.pause()
  })
  for await (const _ of interval(60)) {
    response.resume()
    if (received >= slowBytes || response.destroyed) break
  }
  return await readRest(response)
}

const patient = { timeout: 20_000, interval: 20 }

test('rejects the third export of an address until another one ends', async () => {
  const running = [await openExport(server, '192.0.2.1'), await openExport(server, '192.0.2.1')]
  const rejected = await openExport(server, '192.0.2.1')
  expect(rejected.statusCode).toBe(503)
  const seconds = Number(rejected.headers['retry-after'])
  // The first export has begun just now, and may take 600 seconds.
  expect(seconds).toBeGreaterThan(500)
  expect(seconds).toBeLessThanOrEqual(600)
  const { end } = await readRest(rejected)
  expect(JSON.parse(end)).toEqual({
    detail: `Too many exports are running. Try again in ${seconds} seconds.`,
  })
  expect(await readRest(await openExport(server, '192.0.2.2'))).toMatchObject({ complete: true })
  const rest = await Promise.all(running.map(readRest))
  expect(rest).toEqual([
    { end: expect.stringContaining('{"type":"ExportEnd","count":600}\n'), complete: true },
    { end: expect.stringContaining('{"type":"ExportEnd","count":600}\n'), complete: true },
  ])
  expect(await readRest(await openExport(server, '192.0.2.1'))).toMatchObject({ complete: true })
})

test('rejects the ninth export', async () => {
  const addresses = ['1', '1', '2', '2', '3', '3', '4', '4'].map((last) => `192.0.2.${last}`)
  const running = await Promise.all(addresses.map((address) => openExport(server, address)))
  expect(running.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 200))
  expect((await openExport(server, '192.0.2.5')).statusCode).toBe(503)
  const users = [await signIn(2001), await signIn(2002), await signIn(2003)]
  for (const [user, statuses] of [
    [users[0], [200, 200, 503]],
    [users[1], [200, 200, 503]],
    [users[2], [503]],
  ] as const) {
    for (const status of statuses) {
      const response = await openExport(server, '192.0.2.5', user)
      expect(response.statusCode).toBe(status)
      if (status === 200) running.push(response)
    }
  }
  const reported = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event, address }) => event === 'capacity_exceeded' && address === '192.0.2.5')
  expect(reported).toMatchObject([{ level: 40, capacity: 'exports' }])
  for (const response of running) response.destroy()
  await vi.waitFor(async () => {
    const response = await openExport(server, '192.0.2.5')
    response.destroy()
    expect(response.statusCode).toBe(200)
  }, patient)
})

test('stops reading when the client disconnects before the response begins', async () => {
  const { hostname, port } = new URL(server.boundUrl)
  for (let at = 0; at < 3; at += 1) {
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${POINTS} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.10\r\n\r\n`)
    await once(socket, 'connect')
    socket.destroy()
    await once(socket, 'close')
  }
  await vi.waitFor(async () => {
    const response = await openExport(server, '192.0.2.10')
    response.destroy()
    expect(response.statusCode).toBe(200)
  }, patient)
  await seed.subject()
  await vi.waitFor(async () => expect(await hasSnapshot(server)).toBe(false), patient)
})

test('disconnects a client that receives nothing, whatever it asked for, but no slow one', async () => {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({ dev: false, stallSeconds: '2' }, { log })
  await fillWithContributions(server)
  const slow = readSlowly(await openExport(server, '192.0.2.7'))
  const response = await openExport(server, '192.0.2.7')
  await vi.waitFor(() => expect(lines.join('')).toContain('stalled_responses'), patient)
  expect(await readRest(response)).toMatchObject({ complete: false })
  const event = { event: 'capacity_exceeded', capacity: 'stalled_responses', address: '127.0.0.1' }
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(event))
  expect(await slow).toMatchObject({ complete: true })
  await vi.waitFor(async () => expect(await hasSnapshot(server)).toBe(false), patient)
  expect(await readRest(await openExport(server, '192.0.2.7'))).toMatchObject({ complete: true })
})

test('cuts the export of a client that is too slow', async () => {
  await using server = await startTestServer({ dev: false, exportSeconds: '1' })
  await fillWithContributions(server)
  const response = await openExport(server, '192.0.2.7')
  await vi.waitFor(async () => expect(await hasSnapshot(server)).toBe(false), patient)
  expect(await readRest(response)).toEqual({
    end: expect.not.stringContaining('ExportEnd'),
    complete: false,
  })
})

test.each(['identity', 'gzip', 'br'])('cuts an export that fails midway (%s)', async (encoding) => {
  const headers = { 'Accept-Encoding': encoding, 'X-Forwarded-For': '192.0.2.9' }
  const response = fetch(server.boundUrl + AREAS, { headers })
  await expect(response.then((started) => started.text())).rejects.toThrow()
  expect(lines.join('')).toContain('response failed unexpectedly')
})

test('an export that cannot start is an error like others', async () => {
  const response = await server.fetch(`${AREAS}?image=600`)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ detail: expect.stringContaining('Internal error.') })
})

test('HEAD starts no export', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.8' }
  const all = await Promise.all(
    Array.from({ length: 12 }, () => server.fetch(POINTS, { method: 'HEAD', headers })),
  )
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
})
