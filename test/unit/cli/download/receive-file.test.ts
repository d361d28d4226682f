import { mkdtempDisposable, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send } from '../../../../src/cli/client/transport.ts'
import { openPartialFile } from '../../../../src/cli/download/partial-file.ts'
import { receiveFile } from '../../../../src/cli/download/receive-file.ts'
import { systemClock } from '../../../../src/core/base/clock.ts'
import { startFileServer, type FileHandler } from '../../../support/file-server.ts'

const CLI = {
  transport: (request: Parameters<typeof send>[0]) => send(request, {}),
  clock: systemClock,
}

async function receive(handle: FileHandler, maxBytes: number) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-receive-'))
  await using server = await startFileServer(handle)
  const partPath = join(folder.path, 'file.part')
  await using part = await openPartialFile(partPath)
  const { signal } = new AbortController()
  const file = { url: server.url, part, partPath, signal, maxBytes }
  const failures: unknown[] = []
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await receiveFile(CLI, file).catch((error: unknown) => failures.push(error))
  }
  return { failures, size: (await stat(partPath)).size, requests: server.requests }
}

test('stops at the limit, although the server does not say how much it sends, and keeps nothing', async () => {
  const endless: FileHandler = (response) => {
    const write = (): void => void response.write(Buffer.alloc(10_000), () => setImmediate(write))
    write()
  }
  const { failures, size } = await receive(endless, 50_000)
  expect(failures).toHaveLength(2)
  expect(failures[0]).toMatchObject({ details: { code: 'file.too_large' } })
  expect(size).toBe(0)
})

const CUT = { 'Content-Length': 300_000, 'Last-Modified': 'Tue, 03 Nov 2026 10:00:00 GMT' }

function cutting(headers: object): FileHandler {
  return (response) => {
    response.writeHead(200, { ...CUT, ...headers })
    response.write(Buffer.alloc(200_000), () => response.socket?.end())
  }
}

test.each([
  ['a modification time', {}, CUT['Last-Modified']],
  ['an entity tag', { ETag: '"1"' }, '"1"'],
  [
    'nothing after a weak tag and a recent time',
    { ETag: 'W/"1"', 'Last-Modified': new Date().toUTCString() },
    undefined,
  ],
])('continues by %s', async (_, headers, ifRange) => {
  const { requests } = await receive(cutting(headers), 500_000)
  expect(requests[1]).toMatchObject({
    ifRange,
    range: ifRange === undefined ? undefined : expect.stringMatching(/^bytes=[1-9]/),
  })
})

test.each([
  ['continues', undefined, 300_000],
  ['starts again after', '"2"', 0],
])('%s a rest with the tag %s', async (_, ETag, size) => {
  const handle: FileHandler = (response, request, number) => {
    if (number === 1) return cutting({ ETag: '"1"' })(response, request, number)
    const start = Number(/\d+/.exec(request.headers.range ?? '')?.[0])
    response.writeHead(206, {
      'Content-Range': `bytes ${start}-299999/300000`,
      ...(ETag !== undefined && { ETag }),
    })
    response.end(Buffer.alloc(300_000 - start))
  }
  expect((await receive(handle, 500_000)).size).toBe(size)
})

test.each([
  ['is complete', {}, 300_000],
  ['of another tag is discarded', { ETag: '"2"' }, 0],
  ['of another size is discarded', { 'Content-Range': 'bytes */300001' }, 0],
])('a part with all bytes %s if the server has no more', async (_, headers, size) => {
  const handle: FileHandler = (response, request) => {
    const { range } = request.headers
    if (!range) response.writeHead(200, { ETag: '"1"' }).end(Buffer.alloc(300_000))
    else response.writeHead(416, { 'Content-Range': 'bytes */300000', ...headers }).end()
  }
  const received = await receive(handle, 500_000)
  expect([received.size, received.failures.length]).toEqual([size, size > 0 ? 0 : 1])
  expect(received.requests).toHaveLength(2)
})

test('continues a part from the bytes that were synced', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-receive-'))
  const path = join(folder.path, 'file.part')
  {
    await using part = await openPartialFile(path)
    await part.append(Buffer.from('synced, lost'))
  }
  await using part = await openPartialFile(path, 6)
  expect(part.size).toBe(6)
  expect((await stat(path)).size).toBe(6)
})
