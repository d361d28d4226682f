import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { FIELDS } from '../import-api.ts'
import { plain } from '../pictures.ts'
import type { NodeCluster } from '../node-cluster.ts'
import type { Seed } from '../seed.ts'
import { bearer, issueToken } from '../tokens.ts'

/** An importer that sends every picture once, and notes unexpected responses. */
export interface SlotClient {
  readonly problems: string[]
  /** Number of responses 503 with Retry-After, after which requests were repeated. */
  readonly unavailable: number
  /** Requests a slot, and uploads a new picture to it. */
  readonly uploadToNewSlot: () => Promise<UploadSlot>
  /** @returns the status */
  readonly commit: (slot: UploadSlot) => Promise<number>
}

const JSON_BODY = { 'Content-Type': 'application/json' }

/** Codes of responses while an attempt before is running, or was not cleaned up yet. */
const HELD = /"(slot_in_use|in_progress)"/u

/** Creates the client of a new collection. */
export async function createSlotClient(
  { url }: NodeCluster,
  catalog: Catalog,
  seed: Seed,
): Promise<SlotClient> {
  const headers = bearer(await issueToken({ catalog }, { staff: true, scopes: ['import'] }))
  const collection = await seed.collection()
  let pictures = 0
  const client = { problems: [] as string[], unavailable: 0, uploadToNewSlot, commit }

  async function uploadToNewSlot(): Promise<UploadSlot> {
    const path = `/api/v2/import/upload-url/?collection=${collection}`
    const answer = await send(path, { headers })
    if (answer.status !== 200) throw new Error(`slot: ${answer.status} ${answer.text}`)
    const slot = JSON.parse(answer.text) as UploadSlot
    const index = pictures++
    const picture = plain(16 + (index % 64), 16 + Math.floor(index / 64), [index % 256, 90, 90])
    const body = (await picture.jpeg().toBuffer()) as BodyInit
    const put = await fetch(slot.upload_url, { method: 'PUT', headers: slot.upload_headers, body })
    const text = await put.text()
    if (put.status !== 200) client.problems.push(`upload: ${put.status} ${text}`)
    return slot
  }

  async function commit({ slot_id }: UploadSlot): Promise<number> {
    const { status, text } = await send('/api/v2/import/commit/', {
      method: 'POST',
      // What a request was put off may have been done nevertheless.
      headers: { ...headers, ...JSON_BODY, 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({ slot_id, ...FIELDS }),
    })
    if (status >= 500) client.problems.push(`commit: ${status} ${text}`)
    return status
  }

  /** Sends a request, and repeats it as long as it is put off, or the attempt before holds what it needs. */
  async function send(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    for (let attempts = 0; ; attempts += 1) {
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      const isHeld = attempts > 0 && HELD.test(text)
      const seconds = answer.headers.get('Retry-After') ?? (isHeld ? '1' : null)
      if (!isHeld && (answer.status !== 503 || seconds === null))
        return { status: answer.status, text }
      if (answer.status === 503) client.unavailable += 1
      await pause(Number(seconds) * 1000)
    }
  }

  return client
}
