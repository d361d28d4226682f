import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { sha256 } from '../digests.ts'
import { FIELDS } from '../import-api.ts'
import { plain } from '../pictures.ts'
import { bearer } from '../tokens.ts'

/** The writes that a catalog acknowledged, and a client that makes them. */
export interface ImageRecord {
  /** Imports a new image. */
  importImage(baseUrl: string): Promise<void>
  /** Changes the title of an image. */
  editImage(baseUrl: string): Promise<void>
  /** Begins an upload that never ends. */
  beginUpload(baseUrl: string): Promise<void>
  /** Lists what a server does not show as acknowledged: first `/healthz` and `/readyz`, then images. */
  check(baseUrl: string): Promise<Complaint[]>
  /** A record that begins with the same writes. */
  copy(): ImageRecord
  readonly writes: number
}

/** A request that a server did not answer as it should. */
export interface Complaint {
  request: string
  status: number
  body: string
}

interface Known {
  sha256: string
  /** The title, or those that it may have after an edit without a response. */
  titles: Set<string>
}

/** Everyone who makes writes with a token. */
interface Writer {
  token: string
  collection: number
}

/** A request that was refused, with the sentence of the response. */
export class Refusal extends Error implements Complaint {
  readonly request: string
  readonly status: number
  readonly body: string

  constructor({ request, status, body }: Complaint) {
    super(`${request}: ${status} ${body}`)
    this.request = request
    this.status = status
    this.body = body
  }
}

let pictures = 0

export function createRecord(writer: Writer, known = new Map<number, Known>()): ImageRecord {
  const headers = bearer(writer.token)
  let writes = 0
  return {
    get writes() {
      return writes
    },
    copy: () =>
      createRecord(
        writer,
        new Map([...known].map(([id, image]) => [id, { ...image, titles: new Set(image.titles) }])),
      ),

    async importImage(baseUrl) {
      const number = ++pictures
      const bytes = await plain(16, 16, [number % 256, (number >> 8) % 256, 90])
        .png()
        .toBuffer()
      const slot = await requestSlot(baseUrl)
      const upload = { method: 'PUT', headers: slot.upload_headers, body: bytes as BodyInit }
      await send(slot.upload_url, upload)
      const title = `Picture ${number}`
      const body = JSON.stringify({ slot_id: slot.slot_id, ...FIELDS, title })
      const type = { ...headers, 'Content-Type': 'application/json' }
      const commit = { method: 'POST', headers: type, body }
      const { image_id: id } = JSON.parse(await send(`${baseUrl}/api/v2/import/commit/`, commit))
      known.set(id, { sha256: sha256(bytes), titles: new Set([title]) })
      writes += 1
    },

    async editImage(baseUrl) {
      const [id, image] = [...known].at(-1)!
      const title = `Title ${++pictures}`
      image.titles.add(title)
      const body = JSON.stringify({ title })
      const type = { ...headers, 'Content-Type': 'application/json' }
      const edit = { method: 'PATCH', headers: type, body }
      try {
        await send(`${baseUrl}/api/v2/images/${id}/`, edit)
      } catch (error) {
        // Without a response, the outcome is unknown.
        if (error instanceof Refusal) image.titles.delete(title)
        throw error
      }
      image.titles = new Set([title])
      writes += 1
    },

    async beginUpload(baseUrl) {
      const slot = await requestSlot(baseUrl)
      const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(9)) })
      const upload = { method: 'PUT', headers: slot.upload_headers, body, duplex: 'half' as const }
      void fetch(slot.upload_url, upload).catch(() => undefined)
    },

    async check(baseUrl) {
      const complaints: Complaint[] = []
      const get = async (url: string, accept: (body: Buffer) => boolean): Promise<void> => {
        const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) })
        const body = Buffer.from(await response.arrayBuffer())
        if (response.status === 200 && accept(body)) return
        const shown = response.status === 200 ? 'not as acknowledged' : body.toString('utf8')
        complaints.push({ request: `GET ${url}`, status: response.status, body: shown })
      }
      await get(`${baseUrl}/healthz`, () => true)
      await get(`${baseUrl}/readyz`, () => true)
      for (const [id, image] of known) {
        let original = ''
        await get(`${baseUrl}/api/v2/images/${id}/`, (body) => {
          const { title, permalink } = JSON.parse(body.toString('utf8'))
          original = permalink
          return image.titles.has(title)
        })
        if (original !== '') await get(original, (body) => sha256(body) === image.sha256)
      }
      return complaints
    },
  }

  async function requestSlot(baseUrl: string): Promise<UploadSlot> {
    const query = `collection=${writer.collection}&content_type=image/png`
    return JSON.parse(
      await send(`${baseUrl}/api/v2/import/upload-url/?${query}`, { method: 'GET', headers }),
    )
  }
}

async function send(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
  const body = await response.text()
  if (response.ok) return body
  throw new Refusal({ request: `${init.method} ${url}`, status: response.status, body })
}
