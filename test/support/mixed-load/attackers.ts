import { createConnection, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { deflatedZeros } from '../corpus/png-file.ts'
import { FIELDS } from '../import-api.ts'
import { plain, pngChunk, RED } from '../pictures.ts'
import type { Below } from '../seeded-numbers.ts'
import { disposable, post, upload, type Actors, type Target } from './actors.ts'

/** The server under attack, from one address. */
export interface AttackedTarget extends Target {
  /** The address of the attacker, such as 127.0.0.4. */
  address: string
  /** Access token with the scope `contribute`. */
  contributor: string
  /** An image from above, whose placements the attackers pile up. */
  heavyImage: number
  /** URL of the IIIF service of a picture. */
  iiifUrl: string
}

type Attack = (target: AttackedTarget, below: Below, signal: AbortSignal) => Promise<void>

const POSITIONS_A_RING = 2000
const STALL_MS = 15_000

/** Adds areas of as many positions as one may have, until the server refuses them. */
const placeLargeAreas: Attack = async (target, below) => {
  const { contributor: token, heavyImage: image } = target
  const polygon = { type: 'Polygon', coordinates: [ringAround(7 + below(100) / 1000, 47)] }
  await attempt(
    post({ ...target, token }, 'from-above-georeferences/', {
      image,
      polygon,
      confidence: 'high',
    }),
  )
  await pause(1000)
}

function ringAround(longitude: number, latitude: number): number[][] {
  const ring = Array.from({ length: POSITIONS_A_RING - 1 }, (_, n) => {
    const angle = (2 * Math.PI * n) / (POSITIONS_A_RING - 1)
    return [longitude + 0.1 * Math.cos(angle), latitude + 0.1 * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}

const HEAVY_PATHS = (image: number) => [
  `/api/v2/images/${image}/`,
  `/${image}/`,
  '/api/v2/from-above-georeferences/?page_size=100',
  '/api/v2/images/export/',
  '/api/v2/georeferences/export/',
]

/** Asks for a large response and reads none of it. */
const stall: Attack = async ({ baseUrl, address, heavyImage }, below, signal) => {
  const paths = HEAVY_PATHS(heavyImage)
  const { host } = new URL(baseUrl)
  using socket = connectFrom(baseUrl, address)
  socket.pause()
  socket.write(`GET ${paths[below(paths.length)]} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await pause(STALL_MS, undefined, { signal }).catch(() => {})
}

/** Opens many connections, and sends half of a request's head on each. */
const sendHalfHeads: Attack = async ({ baseUrl, address }, _, signal) => {
  const { host } = new URL(baseUrl)
  using stack = new DisposableStack()
  for (let opened = 0; opened < 100 && !signal.aborted; opened += 1) {
    const socket = stack.use(connectFrom(baseUrl, address))
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Half: `)
    if (opened % 20 === 0) await pause(20)
  }
  await pause(STALL_MS, undefined, { signal }).catch(() => {})
}

/** Asks for renderings that no other request has in common, enlarged and rotated as far as the server allows. */
const render: Attack = async ({ iiifUrl, fetch }, below) => {
  const [x, y] = [below(90), below(60)]
  const imageRequest = below(2) === 0 ? `${x},${y},1000,800/^2000,1600` : `${x},${y},2,2/^4,4`
  await attempt(fetch(`${iiifUrl}/${imageRequest}/${90 * below(4)}/default.png`))
}

/** Commits a small PNG whose text chunks expand to gigabytes. */
const commitBombs: Attack = async (target) => {
  const slot_id = await upload(target, await expandingPng(), 'image/png').catch(() => undefined)
  if (slot_id !== undefined) await attempt(post(target, 'import/commit/', { slot_id, ...FIELDS }))
  await pause(200)
}

const TEXTS = 50
const TEXT_BYTES = 50_000_000
let expanding: Promise<Buffer> | undefined

function expandingPng(): Promise<Buffer> {
  expanding ??= (async () => {
    const bytes = await plain(40, 40, RED).png().toBuffer()
    const afterHeader = 8 + 25
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflatedZeros(TEXT_BYTES)])
    const chunks = Array<Buffer>(TEXTS).fill(pngChunk('zTXt', text))
    return Buffer.concat([bytes.subarray(0, afterHeader), ...chunks, bytes.subarray(afterHeader)])
  })()
  return expanding
}

function connectFrom(baseUrl: string, localAddress: string): Socket & Disposable {
  const { hostname, port } = new URL(baseUrl)
  const socket = createConnection({ host: hostname, port: Number(port), localAddress })
  return disposable(socket.on('error', () => {}))
}

const REFUSED_MS = 1000

/**
 * Any refusal is an expected response; errors of the server are not. After a refusal the attacker waits, because a
 * flood of requests that cost nothing is for a proxy to stop.
 */
async function attempt(asked: Promise<Response>): Promise<void> {
  const response = await asked.catch(() => undefined)
  if (response === undefined) return pause(100)
  const text = await response.text().catch(() => '')
  if (response.status === 500)
    throw new Error(`${response.url} answered 500: ${text.slice(0, 300)}`)
  if (response.status >= 400) await pause(REFUSED_MS)
}

/** Number of concurrent attacks of each kind from one address. */
export function attacksFrom(target: AttackedTarget): Actors {
  const attacks: Record<string, { count: number; attack: Attack }> = {
    large_areas: { count: 1, attack: placeLargeAreas },
    stalled_readers: { count: 40, attack: stall },
    half_heads: { count: 14, attack: sendHalfHeads },
    renderings: { count: 64, attack: render },
    bombs: { count: 2, attack: commitBombs },
  }
  return Object.fromEntries(
    Object.entries(attacks).map(([kind, { count, attack }]) => [
      kind,
      { count, act: (_, below, signal) => attack(target, below, signal) },
    ]),
  )
}
