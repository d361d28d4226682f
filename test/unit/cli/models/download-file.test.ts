import { createGlobals } from '../../../../src/cli/options/globals.ts'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from '../../../../src/core/base/clock.ts'
import { downloadFile, type RemoteFile } from '../../../../src/cli/models/download-file.ts'
import { send, type Transport } from '../../../../src/cli/client/transport.ts'
import {
  cutFile,
  sendFile,
  startFileServer,
  type FileHandler,
} from '../../../support/file-server.ts'
import { sha256 } from '../../../support/models.ts'
import { numbersFrom } from '../../../support/seeded-numbers.ts'

const CONTENT = randomBytes(1, 300_000)

interface Download extends AsyncDisposable {
  readonly path: string
  readonly requests: readonly { range: string | undefined; ifRange: string | undefined }[]
  /** Bytes that the progress counts as received, less those that need not be. */
  readonly progress: { bytes: number; total: number }
  readonly delays: readonly number[]
  run(options?: { signal?: AbortSignal; transport?: Transport }): Promise<Buffer>
}

/** @param known whether the digest of the file is known */
async function startDownload(
  handle: FileHandler,
  { known = true, size = CONTENT.length }: { known?: boolean; size?: number } = {},
): Promise<Download> {
  const server = await startFileServer(handle)
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-download-'))
  const path = join(folder.path, 'model.onnx')
  const file: RemoteFile = {
    url: `${server.url}/model.onnx`,
    size,
    sha256: known ? sha256(CONTENT) : null,
    hint: 'Check the address.',
  }
  const counted = { bytes: 0, total: size }
  const delays: number[] = []
  const progress = {
    addBytes: (bytes: number) => void (counted.bytes += bytes),
    reduceTotal: (bytes: number) => void (counted.total -= bytes),
    addDone() {},
    addFailed() {},
    log() {},
    [Symbol.dispose]() {},
  }
  return {
    path,
    requests: server.requests,
    progress: counted,
    delays,
    async run({ signal = new AbortController().signal, transport = plainTransport } = {}) {
      const sleep = (ms: number) => Promise.resolve(void delays.push(ms))
      const globals = createGlobals()
      const cli = { transport, clock: systemClock, sleep, signal, globals }
      const found = await downloadFile({ cli, progress }, file, path)
      const stored = await readFile(path)
      expect(found).toEqual({ size: stored.length, sha256: sha256(stored) })
      expect(existsSync(`${path}.part`)).toBe(false)
      return stored
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

const plainTransport: Transport = (request) => send(request, {})
const impatientTransport: Transport = (request) => send({ ...request, timeoutMs: 100 }, {})

test.each([true, false])('downloads a file (digest known: %s)', async (known) => {
  await using download = await startDownload((to, from) => sendFile(to, from, CONTENT), { known })
  expect(await download.run()).toEqual(CONTENT)
  expect(download.progress).toEqual({ bytes: CONTENT.length, total: CONTENT.length })
})

test.each([true, false])(
  'continues where the connection broke (digest known: %s)',
  async (known) => {
    await using download = await startDownload((to, from) => sendFile(to, from, CONTENT), { known })
    expect(await download.run({ transport: breakingTransport([100_000]) })).toEqual(CONTENT)
    expect(download.requests).toEqual([
      expect.objectContaining({ range: undefined }),
      expect.objectContaining({
        range: 'bytes=100000-',
        ifRange: expect.stringMatching(/^"\w+"$/),
      }),
    ])
    expect(download.progress.bytes).toBe(CONTENT.length)
  },
)

test('notices a response that is cut off', async () => {
  await using download = await startDownload((to, from, number) =>
    number === 1 ? cutFile(to, CONTENT, 100_000) : sendFile(to, from, CONTENT),
  )
  expect(await download.run()).toEqual(CONTENT)
  expect(download.requests).toHaveLength(2)
})

test('starts again if the server ignores ranges, or the ETag has changed', async () => {
  const other = randomBytes(2, 200_000)
  await using download = await startDownload(
    (to, from, number) => (number === 1 ? cutFile(to, CONTENT, 9000) : sendFile(to, from, other)),
    { known: false },
  )
  expect(await download.run()).toEqual(other)
  expect(download.progress).toEqual({ bytes: other.length, total: other.length })
})

test('continues the download of an earlier process if the digest is known', async () => {
  await using download = await startDownload((to, from) => sendFile(to, from, CONTENT))
  await writeFile(`${download.path}.part`, CONTENT.subarray(0, 250_000))
  expect(await download.run()).toEqual(CONTENT)
  expect(download.requests).toMatchObject([{ range: 'bytes=250000-' }])
  expect(download.progress).toEqual({ bytes: 50_000, total: 50_000 })
})

test('requests nothing if an earlier process has received everything', async () => {
  await using download = await startDownload((to) => to.writeHead(500).end())
  await writeFile(`${download.path}.part`, CONTENT)
  expect(await download.run()).toEqual(CONTENT)
  expect(download.requests).toEqual([])
})

test.each([
  ['damaged', Buffer.alloc(250_000)],
  ['too long', Buffer.alloc(400_000)],
])('starts again if the part of an earlier process is %s', async (_, part) => {
  await using download = await startDownload((to, from) => sendFile(to, from, CONTENT))
  await writeFile(`${download.path}.part`, part)
  expect(await download.run()).toEqual(CONTENT)
  expect(download.requests.at(-1)!.range).toBeUndefined()
  expect(download.progress).toEqual({ bytes: CONTENT.length, total: CONTENT.length })
})

test('does not trust the part of an earlier process if the digest is unknown', async () => {
  await using download = await startDownload((to, from) => sendFile(to, from, CONTENT), {
    known: false,
  })
  await writeFile(`${download.path}.part`, Buffer.alloc(250_000))
  expect(await download.run()).toEqual(CONTENT)
  expect(download.requests).toMatchObject([{ range: undefined }])
})

test('discards a file with another digest, and says which was expected', async () => {
  const wrong = randomBytes(3, CONTENT.length)
  await using download = await startDownload((to, from) => sendFile(to, from, wrong))
  const sentence = `SHA-256 ${sha256(wrong)} instead of ${sha256(CONTENT)}. The file was discarded.`
  await expect(download.run()).rejects.toThrow(sentence)
  expect([existsSync(download.path), existsSync(`${download.path}.part`)]).toEqual([false, false])
  expect(download.requests).toHaveLength(1)
})

test.each<[string, FileHandler, RegExp, boolean]>([
  [
    'another length than the known file',
    (to, from) => sendFile(to, from, CONTENT.subarray(1)),
    /has 299999 bytes instead of 300000/,
    true,
  ],
  [
    'more than the file without announcing a length',
    (to) => sendEndlessly(to.writeHead(200)),
    /longer than announced \(300000 bytes\)/,
    true,
  ],
  [
    'an unknown file without a length',
    (to) => sendEndlessly(to.writeHead(200)),
    /without its length/,
    false,
  ],
  [
    'an unknown file that is much too large',
    (to) => sendEndlessly(to.writeHead(200, { 'Content-Length': 5e9 })),
    /5000000000 bytes, more than the limit/,
    false,
  ],
  ['nothing', (to) => to.writeHead(404).end(), /no file at http\S+model.onnx \(HTTP 404\)/, true],
  ['a refusal', (to) => to.writeHead(403).end(), /responds with HTTP 403/, true],
  [
    'a web page',
    (to) => to.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<p>'),
    /is a web page/,
    false,
  ],
  [
    'compressed data',
    (to) => to.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': 9 }).end('123456789'),
    /sent compressed/,
    false,
  ],
  [
    'a redirect to another host without encryption',
    (to) => to.writeHead(302, { Location: 'http://models.example/model.onnx' }).end(),
    /not an https URL/,
    true,
  ],
  [
    'a redirect to a file',
    (to) => to.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
    /not an https URL/,
    true,
  ],
  ['a redirect to nowhere', (to) => to.writeHead(302).end(), /redirects without an address/, true],
])('reports at once a server that sends %s', async (_, handle, sentence, known) => {
  await using download = await startDownload(handle, { known })
  await expect(download.run()).rejects.toThrow(sentence)
  expect(download.requests).toHaveLength(1)
  expect(existsSync(download.path)).toBe(false)
})

test('follows redirects within an origin, but not forever', async () => {
  await using download = await startDownload((to, from, number) => {
    if (number > 3) return sendFile(to, from, CONTENT)
    to.writeHead(307, { Location: `/other/${number}` }).end()
  })
  expect(await download.run()).toEqual(CONTENT)
  await using loop = await startDownload((to) => to.writeHead(301, { Location: '/' }).end())
  await expect(loop.run()).rejects.toThrow('redirects more than 5 times')
})

test('follows redirects to other hosts by https', async () => {
  await using download = await startDownload((to, from, number) =>
    number === 1
      ? to.writeHead(302, { Location: 'https://files.example/signed?key=1' }).end()
      : sendFile(to, from, CONTENT),
  )
  const asked: string[] = []
  const transport: Transport = (request) => {
    asked.push(request.url)
    return plainTransport({ ...request, url: asked[0]! })
  }
  expect(await download.run({ transport })).toEqual(CONTENT)
  expect(asked.slice(1)).toEqual(['https://files.example/signed?key=1'])
})

test('retries after 503 and 429, when the server says', async () => {
  await using download = await startDownload((to, from, number) => {
    if (number === 1) to.writeHead(503).end()
    else if (number === 2) to.writeHead(429, { 'Retry-After': '7' }).end()
    else sendFile(to, from, CONTENT)
  })
  expect(await download.run()).toEqual(CONTENT)
  expect(download.delays).toEqual([expect.any(Number), 7000])
})

test('gives up after five failures, or if it should wait too long', async () => {
  await using download = await startDownload((to) => to.writeHead(502).end())
  await expect(download.run()).rejects.toThrow('HTTP 502')
  expect(download.requests).toHaveLength(5)
  await using later = await startDownload((to) =>
    to.writeHead(503, { 'Retry-After': '86400' }).end(),
  )
  await expect(later.run()).rejects.toThrow('HTTP 503')
  expect(later.requests).toHaveLength(1)
})

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'],
  ['endless headers', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`],
])('reports a server that speaks %s', async (_, answer) => {
  await using download = await startDownload((to) => to.socket?.end(answer))
  await expect(download.run()).rejects.toThrow(/not valid HTTP/)
})

test('starts again if the server rejects the range', async () => {
  await using download = await startDownload((to, from) => {
    if (from.headers.range) to.writeHead(416).end()
    else sendFile(to, from, CONTENT)
  })
  await writeFile(`${download.path}.part`, CONTENT.subarray(0, 5))
  expect(await download.run()).toEqual(CONTENT)
})

test('starts again if the server sends another range', async () => {
  await using download = await startDownload((to, from) => {
    if (!from.headers.range) return sendFile(to, from, CONTENT)
    to.writeHead(206, { 'Content-Range': `bytes 0-9/${CONTENT.length}` }).end('0123456789')
  })
  await writeFile(`${download.path}.part`, CONTENT.subarray(0, 5))
  expect(await download.run()).toEqual(CONTENT)
})

test('continues after the server hangs, before the headers and in the middle', async () => {
  await using download = await startDownload((to, from, number) => {
    if (number === 1) return
    if (number > 2) return sendFile(to, from, CONTENT)
    to.writeHead(200, { 'Content-Length': CONTENT.length }).write(CONTENT.subarray(0, 100_000))
  })
  expect(await download.run({ transport: impatientTransport })).toEqual(CONTENT)
  expect(download.requests[2]!.range).toMatch(/^bytes=[1-9]/)
})

test('stops when it is interrupted, and continues later', async () => {
  const controller = new AbortController()
  await using download = await startDownload((to, from, number) => {
    if (number > 1) return sendFile(to, from, CONTENT)
    to.writeHead(200, { 'Content-Length': CONTENT.length })
    to.write(CONTENT.subarray(0, 100_000))
  })
  const transport: Transport = async (request) => {
    const response = await plainTransport(request)
    const chunks = async function* () {
      for await (const chunk of response.chunks()) {
        yield chunk
        controller.abort('SIGINT')
      }
    }
    return { ...response, chunks }
  }
  await expect(download.run({ signal: controller.signal, transport })).rejects.toBe('SIGINT')
  const { size } = await stat(`${download.path}.part`)
  expect(size).toBeGreaterThan(0)
  expect(await download.run()).toEqual(CONTENT)
  expect(download.requests[1]!.range).toBe(`bytes=${size}-`)
})

test('receives the right bytes over any number of lost connections', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 4 }),
      fc.boolean(),
      async (breaks, known) => {
        await using download = await startDownload((to, from) => sendFile(to, from, CONTENT), {
          known,
        })
        expect(await download.run({ transport: breakingTransport(breaks) })).toEqual(CONTENT)
        expect(download.progress.bytes).toBe(CONTENT.length)
      },
    ),
    { numRuns: 20, seed: 15 },
  )
})

/** The connection of each request breaks after so many bytes; later ones don't break. */
function breakingTransport(breaks: readonly number[]): Transport {
  const limits = [...breaks]
  return async (request) => {
    const limit = limits.shift() ?? Infinity
    const response = await plainTransport(request)
    const chunks = async function* () {
      let sent = 0
      for await (const chunk of response.chunks()) {
        const rest = limit - sent
        if (rest > 0) yield chunk.subarray(0, rest)
        sent += chunk.length
        if (sent >= limit) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
      }
    }
    return { ...response, chunks }
  }
}

/** Sends more and more until the client disconnects. */
function sendEndlessly(response: ServerResponse): void {
  const more = (error?: Error | null) => {
    if (!error) response.write(CONTENT, (error) => setImmediate(more, error))
  }
  more()
}

function randomBytes(seed: number, length: number): Buffer {
  const below = numbersFrom(seed)
  return Buffer.from(Array.from({ length }, () => below(256)))
}
