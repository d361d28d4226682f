import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openImportApi, type ImportApi } from '../support/import-api.ts'
import { limitFiles } from '../support/failing-disk.ts'

/** Larger than the buffers at both ends of a connection. */
const BODY = Buffer.alloc(24_000_000)

interface Sent {
  address: string
  method: string
  headers: Record<string, string>
}

/**
 * Sends a whole request before it reads the response, as simple clients do, then a second request on the same
 * connection.
 * @returns the status lines of both responses
 */
async function sendBlindly(api: ImportApi, { address, method, headers }: Sent) {
  const { hostname, port, pathname, search } = new URL(address, api.server.baseUrl)
  await using socket = connect({ host: hostname, port: Number(port) }).pause()
  const fields = Object.entries({ Host: 'localhost', 'Content-Length': BODY.length, ...headers })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${head}\r\n`)
  await new Promise((sent) => void socket.write(BODY, sent))
  socket.write('GET /api/v2/stats/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  let said = ''
  socket.setEncoding('latin1').on('data', (text: string) => (said += text))
  socket.resume()
  await once(socket, 'close')
  return said.match(/HTTP\/1\.1 \d{3}/g)
}

function canLimitFiles(): boolean {
  using disk = limitFiles()
  return disk !== undefined
}

test('answers 413 to a client that sends the whole body before it reads', async () => {
  await using api = await openImportApi({ maxUpload: '1000' })
  const slot = await api.requestSlot()
  const upload = { address: slot.upload_url, method: 'PUT', headers: slot.upload_headers }
  expect(await sendBlindly(api, upload)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  const headers = { ...api.importer, 'Content-Type': 'application/json' }
  const commit = { address: '/api/v2/import/commit/', method: 'POST', headers }
  expect(await sendBlindly(api, commit)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test.skipIf(!canLimitFiles())(
  'answers 503 to such a client if the disk fails during its upload (needs prlimit)',
  async () => {
    using disk = limitFiles()!
    await using api = await openImportApi({ data: disk.data })
    const slot = await api.requestSlot()
    disk.break()
    const upload = { address: slot.upload_url, method: 'PUT', headers: slot.upload_headers }
    const told = await sendBlindly(api, upload)
    disk.mend()
    expect(told).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200'])
  },
)

test('keeps idle connections open for more than 60 seconds', async () => {
  await using api = await openImportApi()
  const answer = await api.server.fetch('/api/v2/stats/')
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('Keep-Alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
})
