import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { FIELDS } from '../import-api.ts'
import type { Campaign, CampaignFile } from './campaign.ts'

const AT_ONCE = 4

/** Sends files, and repeats requests with the same idempotency key. */
export interface Importer {
  /** Number of requests so far. */
  readonly asked: number
  /** Number of temporary errors so far. */
  readonly putOff: number
  /** Unexpected responses. */
  readonly problems: string[]
  /** Sends every file that is not acknowledged yet once. */
  importAll(baseUrl: string): Promise<void>
}

/** No response, or a temporary error. */
class Disturbed extends Error {}

/**
 * Creates an importer that retries after broken connections and, with `mayFail`, after 503, which must have Retry-After
 * with `needsRetryAfter`.
 */
export function createImporter(
  campaign: Campaign,
  { mayFail = false, needsRetryAfter = false } = {},
): Importer {
  const slots = new Map<number, UploadSlot>()
  const importer = { asked: 0, putOff: 0, problems: [] as string[], importAll }

  async function importAll(baseUrl: string): Promise<void> {
    const queue = campaign.files.filter((file) => !file.isDone)
    const worker = async (): Promise<void> => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        try {
          await importFile(baseUrl, file)
        } catch (error) {
          if (!(error instanceof Disturbed)) throw error
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }

  async function importFile(baseUrl: string, file: CampaignFile): Promise<void> {
    const slot = slots.get(file.index) ?? (await requestSlot(baseUrl))
    slots.set(file.index, slot)
    if ((await use(baseUrl, slot, file)) === 'done') return
    await upload(baseUrl, slot, file)
    const last = await use(baseUrl, slot, file)
    if (last !== 'done') importer.problems.push(`file ${file.index}: ${last} after its upload`)
  }

  async function requestSlot(baseUrl: string): Promise<UploadSlot> {
    const path = `/api/v2/import/upload-url/?collection=${campaign.collection}`
    const { headers } = campaign
    return (await ask('slot', baseUrl + path, { headers }, [200])).body as UploadSlot
  }

  async function upload(baseUrl: string, slot: UploadSlot, { bytes, index }: CampaignFile) {
    const path = slot.upload_url.slice(new URL(slot.upload_url).origin.length)
    const options = { method: 'PUT', headers: slot.upload_headers, body: bytes as BodyInit }
    await ask(`upload of file ${index}`, baseUrl + path, options, [200])
  }

  /** Commits the slot, or replaces the file of the target with it. */
  async function use(baseUrl: string, { slot_id }: UploadSlot, file: CampaignFile) {
    const { target, index } = file
    const key = { 'Content-Type': 'application/json', 'Idempotency-Key': `file-${index}` }
    const path = target === undefined ? '/import/commit/' : `/images/${target}/replace/`
    const fields = target === undefined ? { ...FIELDS, reference_id: String(index) } : {}
    const options = {
      method: 'POST',
      headers: { ...campaign.headers, ...key },
      body: JSON.stringify({ slot_id, ...fields }),
    }
    file.isSent = true
    const done = target === undefined ? 201 : 200
    const what = `use of file ${index}`
    const answer = await ask(what, `${baseUrl}/api/v2${path}`, options, [done, 409])
    file.isDone = answer.status === done
    return file.isDone ? 'done' : (answer.body as { code?: string }).code
  }

  async function ask(what: string, address: string, init: RequestInit, expected: number[]) {
    importer.asked += 1
    const { status, text, retryAfter } = await answerTo(address, init)
    if (needsRetryAfter && status === 503 && retryAfter === null)
      importer.problems.push(`${what}: 503 without Retry-After ${text}`)
    if (mayFail && (status === 503 || isHeld(status, text))) {
      importer.putOff += 1
      throw new Disturbed()
    }
    if (!expected.includes(status)) {
      importer.problems.push(`${what}: ${status} ${text}`)
      throw new Disturbed()
    }
    return { status, body: text === '' ? {} : (JSON.parse(text) as unknown) }
  }

  return importer
}

/** Whether an attempt that was not cleaned up yet holds the slot or the idempotency key. */
function isHeld(status: number, text: string): boolean {
  return [404, 409].includes(status) && /"(slot_in_use|in_progress)"/.test(text)
}

async function answerTo(address: string, init: RequestInit) {
  try {
    const answer = await fetch(address, init)
    const retryAfter = answer.headers.get('Retry-After')
    return { status: answer.status, text: await answer.text(), retryAfter }
  } catch (error) {
    // `fetch` throws a TypeError if a connection breaks.
    if (error instanceof TypeError) throw new Disturbed()
    throw error
  }
}
