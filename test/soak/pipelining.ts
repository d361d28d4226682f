/**
 * Floods a server from many connections: with pipelined requests for the activity feed whose responses are read,
 * with the same requests whose responses are never read, and with requests for a large picture that is never
 * read. Meanwhile another client keeps asking for /healthz: it waits for less than 250 ms, and the server takes
 * less than 100 MB more memory. `CONNECTIONS` and `REQUESTS` in the environment change the numbers.
 */

import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO } from '../support/demo.ts'
import { runProgram, spawnServer } from '../support/program.ts'
import { get, openConnectionTo, statusesIn } from '../support/raw-connection.ts'
import { createSeed } from '../support/seed.ts'
import { endCampaign } from '../support/soak.ts'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'

const CONNECTIONS = Number(env['CONNECTIONS'] ?? 30)
const REQUESTS = Number(env['REQUESTS'] ?? 1000)
const FEED = '/api/v2/activity/?limit=100'
const PICTURE_BYTES = 200_000_000
const MAX_DELAY_MS = 250
const MAX_MEGABYTES = 100
const UNREAD_MS = 5000

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
const data = join(folder.path, 'data')
const load = await runProgram(['admin', 'load', DEMO, '--data', data, '--accept-staff'], {
  timeout: 120_000,
})
if (load.exitCode !== 0) throw new Error(String(load.stderr))
const picture = `/media/images/${await addPicture()}/original.jpg`
let failures = 0
let longestDelay = 0
let mostMemory = 0

await flood('responses read', FEED, async (sockets) => {
  const responses = await Promise.all(sockets.map((socket) => countResponses(socket)))
  const missing = responses.filter((count) => count !== REQUESTS).length
  return missing === 0 ? '' : `${missing} connections without all their responses`
})
await flood('responses never read', FEED, () => pause(UNREAD_MS, ''))
await flood('a picture never read', picture, () => pause(UNREAD_MS, ''))
endCampaign({
  size: `${CONNECTIONS} × ${REQUESTS} requests`,
  failures,
  figures: { longest_delay_ms: longestDelay, most_memory_mb: mostMemory },
})

async function flood(name: string, path: string, wait: (sockets: Socket[]) => Promise<string>) {
  await using server = await spawnServer(data, '--log-level', 'silent')
  const address = { boundUrl: server.baseUrl }
  for (let n = 0; n < 50; n += 1) await ask(server.baseUrl)
  const pid = server.child.pid!
  const before = await megabytes(pid, 'VmRSS')
  const sent = get(path).repeat(REQUESTS - 1) + get(path, 'Connection: close')
  const sockets = Array.from({ length: CONNECTIONS }, () => openConnectionTo(address).pause())
  for (const socket of sockets) socket.write(sent)
  const began = performance.now()
  const ending = new AbortController()
  const delays = measureDelays(server.baseUrl, ending.signal)
  const problem = await wait(sockets)
  ending.abort()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const { count, longest } = await delays
  const memory = (await megabytes(pid, 'VmHWM')) - before
  for (const socket of sockets) socket.destroy()
  const isFine = problem === '' && longest < MAX_DELAY_MS && memory < MAX_MEGABYTES
  if (!isFine) failures += 1
  longestDelay = Math.max(longestDelay, Math.round(longest))
  mostMemory = Math.max(mostMemory, Math.round(memory))
  console.log(
    `${isFine ? '✓' : '✗'} ${CONNECTIONS} connections with ${REQUESTS} requests, ${name}: ${seconds} s, ` +
      `/healthz answered ${count} times, at most ${Math.round(longest)} ms, ${Math.round(memory)} MB more ${problem}`,
  )
}

async function countResponses(socket: Socket): Promise<number> {
  let count = 0
  let rest = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    const statuses = statusesIn(rest + text).length
    count += statuses
    rest = statuses > 0 || text.length > 20 ? text.slice(-12) : rest + text
  })
  socket.resume()
  await once(socket, 'close')
  return count
}

async function measureDelays(baseUrl: string, ended: AbortSignal) {
  let longest = 0
  let count = 0
  while (!ended.aborted) {
    const asked = performance.now()
    await ask(baseUrl)
    longest = Math.max(longest, performance.now() - asked)
    count += 1
    await pause(5)
  }
  return { longest, count }
}

async function ask(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/healthz`)
  await response.text()
  if (response.status !== 200) throw new Error(`/healthz: ${response.status}`)
}

/** Reads memory as counted by the kernel (Linux); `VmHWM` is the peak. */
async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

async function addPicture(): Promise<number> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const seed = createSeed({ catalog })
  const image = await seed.image()
  await seed.file(image, Buffer.alloc(PICTURE_BYTES))
  return image
}
