import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { fourColors } from '../support/pictures.ts'
import { createTestClock } from '../support/test-clock.ts'
import { resumeQueue } from '../support/queue.ts'

const whole = await fourColors(960, 640).jpeg().toBuffer()
// Header and end are valid, so that only a decoder finds the damage.
const broken = Buffer.from(whole).fill(0xf7, whole.length - 1500, whole.length - 500)

/** Opens a server with paused jobs, and an album of a valid and a damaged file. */
async function openAlbum() {
  const cli = await openImportCli()
  const album = await createAlbum()
  await writeFile(join(album.path, 'whole.jpg'), whole)
  await writeFile(join(album.path, 'broken.jpg'), broken)
  await album.table(ALBUM_HEADER, 'whole.jpg,Whole,1920,1920', 'broken.jpg,Broken,1920,1920')
  const argv = [album.manifest, '--collection', '1']
  return {
    ...cli,
    album,
    argv,
    async process(): Promise<void> {
      await resumeQueue(cli.server)
      await cli.server.catalog.jobs.drain()
    },
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]()
      await album[Symbol.asyncDispose]()
    },
  }
}

test('--wait exits with 11 if a file turns out to be damaged, and names its row', async () => {
  await using cli = await openAlbum()
  let sleeps = 0
  const { code, stdout, stderr } = await cli.run([...cli.argv, '--wait', '--json'], {
    sleep: async () => {
      if (++sleeps === 3) await cli.process()
    },
  })
  expect(code).toBe(11)
  expect(sleeps).toBe(3)
  const { summary, rows } = JSON.parse(stdout)
  expect(summary).toMatchObject({
    imported: 2,
    failed: 0,
    pictures: { pending: 0, ready: 1, damaged: 1, failed: 0 },
  })
  expect(rows).toMatchObject([
    { file: 'whole.jpg', processing: 'ready', processing_reason: null },
    {
      file: 'broken.jpg',
      processing: 'damaged',
      processing_reason: expect.stringMatching(/damaged/),
    },
  ])
  expect(stderr).toContain('2 of 2 pictures')
  expect(stderr).toContain('Pictures: 1 ready, 1 damaged.')
})

test('--wait stops after its timeout, and a repeated command continues to wait', async () => {
  await using cli = await openAlbum()
  const clock = createTestClock()
  const sleep = async (ms: number) => clock.advance(ms / 1000)
  const wait = [...cli.argv, '--wait', '--wait-timeout', '90s']
  const late = await cli.run(wait, { clock, sleep })
  expect(late.code).toBe(8)
  expect(late.stderr).toContain('Pictures: 2 pending.')
  await cli.process()
  const again = await cli.run(wait)
  expect(again.code).toBe(11)
  expect(again.stderr).toContain('Pictures: 1 ready, 1 damaged.')
})

test('Ctrl-C stops the wait, and the imported images stay', async () => {
  await using cli = await openAlbum()
  const stop = new AbortController()
  const { code, stderr } = await cli.run([...cli.argv, '--wait'], {
    signal: stop.signal,
    sleep: async (_, signal) => {
      stop.abort('SIGINT')
      signal?.throwIfAborted()
    },
  })
  expect(code).toBe(130)
  expect(stderr).toContain('Pictures: 2 pending.')
  expect(await cli.images()).toHaveLength(2)
})

test('Ctrl-C before the wait still reports the rows', async () => {
  await using cli = await openAlbum()
  const stop = new AbortController()
  const transport: Transport = async (request) => {
    if (request.signal?.aborted) throw request.signal.reason
    const response = await send(request, {})
    if (request.url.endsWith('/import/commit/')) stop.abort('SIGINT')
    return response
  }
  const argv = [...cli.argv, '--wait', '--json']
  const { code, stdout } = await cli.run(argv, { transport, signal: stop.signal })
  expect(code).toBe(130)
  const { summary, rows } = JSON.parse(stdout)
  expect(summary).toMatchObject({ rows: 2, failed: 0 })
  expect(rows[0]).toMatchObject({ file: 'whole.jpg', state: 'imported' })
})

test('status and report show the processing of pictures, requested in batches', async () => {
  await using cli = await openAlbum()
  await cli.run(cli.argv)
  await cli.process()
  const status = await cli.run(['status', cli.album.manifest, '--json'])
  expect(JSON.parse(status.stdout)).toMatchObject({
    done: 2,
    pictures: { ready: 1, damaged: 1 },
    bad_pictures: [{ file: 'broken.jpg', processing: 'damaged' }],
  })
  const asked: string[] = []
  const transport: Transport = (request) => {
    asked.push(request.url)
    return send(request, {})
  }
  const report = await cli.run(['report', cli.album.manifest, '-o', 'csv'], { transport })
  expect(report.stdout).toMatch(/^line,.*,processing,processing_reason$/m)
  expect(report.stdout).toMatch(/broken\.jpg.*,damaged,/)
  expect(asked.filter((url) => url.includes('/images/'))).toHaveLength(1)
  const shown = await cli.run(['report', cli.album.manifest], { tty: true, columns: 100 })
  expect(shown.stdout).toContain('broken.jpg')
  expect(shown.stderr).toContain('Pictures: 1 ready, 1 damaged.')
})

test('status and report ask an instance that cannot be reached only once', async () => {
  await using cli = await openAlbum()
  await cli.run(cli.argv)
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const transport: Transport = () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  const status = await cli.run(['status', cli.album.manifest, '--json'], { transport, sleep })
  expect(status.code).toBe(0)
  expect(JSON.parse(status.stdout)).toMatchObject({ done: 2, pictures: null })
  const report = await cli.run(['report', cli.album.manifest, '-o', 'csv'], { transport, sleep })
  expect([report.code, report.stdout.match(/imported/g)]).toEqual([0, ['imported', 'imported']])
  for (const { stderr } of [status, report])
    expect(stderr).toMatch(/Pictures: unknown\. http:.* refused the connection/)
  expect(waits).toEqual([])
})

test('status does not wait long for an instance that does not respond', async () => {
  await using cli = await openAlbum()
  await cli.run(cli.argv)
  await using silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const transport: Transport = (request) =>
    send(
      { ...request, url: request.url.replace(cli.server.baseUrl, `http://127.0.0.1:${port}`) },
      {},
    )
  const { code, stderr } = await cli.run(['status', cli.album.manifest], { transport })
  expect(code).toBe(0)
  expect(stderr).toMatch(/Pictures: unknown\. 127\.0\.0\.1:\d+ did not respond in time/)
})

test('status and report work with an instance without processing states', async () => {
  await using cli = await openAlbum()
  await cli.run(cli.argv)
  const transport: Transport = async (request) => {
    const response = await send(request, {})
    const headers = { ...response.headers, 'catalog-features': 'replay' }
    return { ...response, headers }
  }
  const status = await cli.run(['status', cli.album.manifest, '--json'], { transport })
  expect(status.code).toBe(0)
  expect(JSON.parse(status.stdout)).toMatchObject({ done: 2, pictures: null, bad_pictures: [] })
  expect(status.stderr).toContain('Pictures: unknown.')
  const report = await cli.run(['report', cli.album.manifest, '-o', 'csv'], { transport })
  expect(report.stdout).not.toContain('processing')
  const waited = await cli.run([...cli.argv, '--wait'], { transport })
  expect(waited.code).toBe(8)
  expect(waited.stderr).toContain('Did not wait for pictures:')
})
