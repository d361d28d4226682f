import { createConnection, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { uploadSlot } from '../../../src/core/contract/import.ts'
import { createBrowser } from '../browser.ts'
import type { Fetch } from '../fetch-from.ts'
import { FIELDS } from '../import-api.ts'
import { plain } from '../pictures.ts'
import type { Below } from '../seeded-numbers.ts'
import { bearer } from '../tokens.ts'

/** The server under load, and the resources that clients can use. */
export interface Target {
  baseUrl: string
  fetch: Fetch
  /** Access token of an importer. */
  token: string
  collection: number
  /** Images imported so far, to read and to replace. */
  images: number[]
}

/** One round of requests of a kind of client. @throws Error for an unexpected response */
export type Actor = (target: Target, below: Below, signal: AbortSignal) => Promise<void>

const QUERIES = [
  'images/?page_size=50',
  'images/?ordering=-created_at&year_min=1900&year_max=1950',
  'images/?search=bridge&in_bbox=-180,-90,180,90',
  'georeferences/?page_size=100',
  'subjects/',
  'users/',
  'collections/?ordering=name',
  'activity/?limit=100',
  'stats/',
  'search/in-view/?lat=47.56&lon=7.59&radius=5000',
  'search/in-view/?lat=-90&lon=0&page=10&page_size=100',
  'search/text/?q=market+sqare&year_max=1950',
  'search/text/?q=a&threshold=1&page=3',
] as const

export async function read(target: Target, below: Below): Promise<void> {
  const { baseUrl, images, token } = target
  const image = images[below(images.length)]
  const query = QUERIES[below(QUERIES.length)]
  const path = image !== undefined && below(3) === 0 ? `images/${image}/` : query
  const headers = below(4) === 0 ? bearer(token) : undefined
  await expectStatus(target.fetch(`${baseUrl}/api/v2/${path}`, headers && { headers }), 200)
  await pause(20 + below(40))
}

export async function importOrReplace(target: Target, below: Below): Promise<void> {
  const { images } = target
  const bytes = await plain(200, 150, [below(256), below(256), below(256)])
    .jpeg()
    .toBuffer()
  const slot_id = await upload(target, bytes)
  const image = images[below(images.length)]
  if (image !== undefined && below(3) === 0) {
    await expectStatus(post(target, `images/${image}/replace/`, { slot_id }), 200)
  } else {
    const made = await expectStatus(post(target, 'import/commit/', { slot_id, ...FIELDS }), 201)
    images.push((made as { image_id: number }).image_id)
  }
  await pause(500 + below(1000))
}

/** Uploads the bytes to a new slot. @returns its id */
export async function upload(target: Target, bytes: Uint8Array, contentType = 'image/jpeg') {
  const { baseUrl, token, collection } = target
  const query = new URLSearchParams({
    collection: String(collection),
    content_type: contentType,
  })
  const asked = target.fetch(`${baseUrl}/api/v2/import/upload-url/?${query}`, {
    headers: bearer(token),
  })
  const slot = uploadSlot.parse(await expectStatus(asked, 200))
  const body = new Uint8Array(bytes)
  const options = { method: 'PUT', headers: slot.upload_headers, body }
  await expectStatus(target.fetch(slot.upload_url, options), 200)
  return slot.slot_id
}

export function post(target: Target, path: string, body: object): Promise<Response> {
  const headers = { ...bearer(target.token), 'Content-Type': 'application/json' }
  const options = { method: 'POST', headers, body: JSON.stringify(body) }
  return target.fetch(`${target.baseUrl}/api/v2/${path}`, options)
}

async function signIn({ baseUrl }: Target, below: Below): Promise<void> {
  const browser = createBrowser(baseUrl)
  const page = await browser.open('login/')
  const after = await browser.submit(page, 'Sign in', { name: `Visitor ${below(50)}` })
  // The rate limit of sign-ins is an expected response.
  if (![200, 429].includes(after.status)) throw new Error(`sign-in answered ${after.status}`)
  await pause(1000 + below(2000))
}

const SLOW_MS = 20_000

/** Sends many requests and reads no response, or sends the head or body of a request byte by byte. */
async function beSlow({ baseUrl }: Target, below: Below, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(baseUrl)
  using socket = disposable(createConnection({ host: hostname, port: Number(port) }))
  socket.on('error', () => {})
  const head = `Host: ${hostname}\r\n`
  const kind = below(3)
  const lines =
    kind === 0
      ? `GET /api/v2/activity/?limit=100 HTTP/1.1\r\n${head}\r\n`.repeat(200)
      : `POST /api/v2/apps/ HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n`
  if (kind === 0) socket.pause()
  socket.write(kind === 1 ? lines.slice(0, -40) : lines)
  const until = performance.now() + SLOW_MS
  while (performance.now() < until && !signal.aborted && !socket.destroyed) {
    if (kind !== 0) socket.write('x')
    await pause(500, undefined, { signal }).catch(() => {})
  }
}

export function disposable(socket: Socket): Socket & Disposable {
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() })
}

/** Returns the parsed body. @throws Error for another status */
export async function expectStatus(asked: Promise<Response>, status: number): Promise<unknown> {
  const response = await asked
  const text = await response.text()
  if (response.status === status) return JSON.parse(text === '' ? 'null' : text)
  throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`)
}

/** Number of concurrent clients of each kind. */
export type Actors = Record<string, { count: number; act: Actor }>

export const ACTORS: Actors = {
  reader: { count: 6, act: read },
  importer: { count: 3, act: importOrReplace },
  visitor: { count: 1, act: signIn },
  slow_client: { count: 4, act: beSlow },
}
