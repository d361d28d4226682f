import sharp from 'sharp'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { derivativeKey, tileFileKey } from '../../../src/core/storage/keys.ts'
import { FIELDS } from '../import-api.ts'
import { largestDifference, readQuarters } from '../pictures.ts'
import { readTileFile } from '../tile-file.ts'
import type { Specimen, Verdict } from './specimen.ts'

/** A running server and an importer. */
export interface Visit {
  baseUrl: string
  /** Headers of the importer. */
  headers: Record<string, string>
  collection: number
  /** The catalog of the server, to examine its rows and files. */
  catalog: Pick<Catalog, 'reads' | 'storage'>
  /** Resolves when the jobs of the image have ended, including retries. */
  settle(imageId: number): Promise<void>
}

export interface Finding {
  verdict: Verdict
  /** The error of the API or the job, or the recorded damage. */
  said: string
  /** Descriptions of everything that is wrong. */
  problems: string[]
}

/** Imports a file: slot, upload, commit, job. @throws Error for an unexpected response */
export async function importSpecimen(visit: Visit, specimen: Specimen): Promise<Finding> {
  const end = await journey(visit, specimen)
  const problems = [...judge(specimen, end), ...(end.shown ? await look(end.shown, specimen) : [])]
  return { verdict: end.verdict, said: end.said, problems }
}

interface End {
  verdict: Verdict
  said: string
  shown?: Shown
}

/** Paths of the derivatives, and the thumbnail as the server sends it. */
interface Shown {
  display: string
  thumbnail: string
  thumbnailBytes: Buffer
  /** The path of the file of tiles; null if the image has none of its current picture. */
  tiles: string | null
}

async function journey(visit: Visit, specimen: Specimen): Promise<End> {
  const { baseUrl, headers } = visit
  const query = new URLSearchParams({
    collection: String(visit.collection),
    content_type: specimen.contentType,
  })
  const asked = await ask(`${baseUrl}/api/v2/import/upload-url/?${query}`, { headers })
  if (asked.status === 400) return { verdict: 'refused at the slot', said: saying(asked.body) }
  requireStatus('slot', asked, 200)
  const slot = asked.body as UploadSlot
  const body = (await specimen.make()) as BodyInit
  requireStatus(
    'upload',
    await ask(slot.upload_url, { method: 'PUT', headers: slot.upload_headers, body }),
    200,
  )
  const committed = await ask(`${baseUrl}/api/v2/import/commit/`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': slot.slot_id },
    body: JSON.stringify({ slot_id: slot.slot_id, ...FIELDS }),
  })
  if (committed.status === 400)
    return { verdict: 'refused at the commit', said: saying(committed.body) }
  requireStatus('commit', committed, 201)
  const { image_id: id } = committed.body as { image_id: number }
  await visit.settle(id)
  return endOf(visit, id)
}

interface Answer {
  status: number
  body: unknown
}

const ATTEMPTS = 3

/** Number of repeated requests in this process. */
export const repetitions = { count: 0 }

/** Repeats a request that failed because the server closed the idle connection at that moment. */
async function ask(address: string, init: RequestInit, attempt = 1): Promise<Answer> {
  const answer = await fetch(address, init).catch((error: unknown) => error as Error)
  if (answer instanceof Error) {
    const { cause } = answer as { cause?: { code?: string } }
    const isClosed = ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(cause?.code ?? '')
    if (!isClosed || attempt === ATTEMPTS) throw answer
    repetitions.count += 1
    return ask(address, init, attempt + 1)
  }
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? '' : JSON.parse(text) }
}

function requireStatus(step: string, { status, body }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`${step}: ${status} ${JSON.stringify(body)}`)
}

/** Returns the messages of an error without their fields. */
function saying(body: unknown): string {
  return Object.values(body as Record<string, string | string[]>)
    .flat()
    .join(' ')
}

async function endOf({ baseUrl, headers, catalog }: Visit, id: number): Promise<End> {
  const image = await catalog.reads
    .selectFrom('image')
    .select(['generation', 'generation_damage', 'picture', 'tiles_of', 'tiles_generation'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const job = await catalog.reads
    .selectFrom('job')
    .select(['state', 'last_error'])
    .where('image_id', '=', id)
    .where('kind', '=', 'derive')
    .executeTakeFirstOrThrow()
  const { body } = await ask(`${baseUrl}/api/v2/images/${id}/`, { headers })
  const { thumbnail } = body as { thumbnail: string | null }
  if (image.generation === null) {
    if (job.state !== 'failed' || thumbnail !== null) throw new Error(`job ${job.state} of ${id}`)
    return { verdict: 'failed', said: job.last_error ?? '' }
  }
  const of = (name: 'display' | 'thumbnail') =>
    catalog.storage.locate(derivativeKey(id, image.generation!, name))
  const answer = await fetch(thumbnail!)
  const thumbnailBytes = Buffer.from(await answer.arrayBuffer())
  const said = image.generation_damage ?? ''
  const verdict = image.generation_damage === null ? 'complete' : 'damaged'
  const tiles =
    image.tiles_of === image.picture
      ? catalog.storage.locate(tileFileKey(id, image.tiles_generation!))
      : null
  const derivatives = { display: of('display'), thumbnail: of('thumbnail'), thumbnailBytes }
  return { verdict, said, shown: { ...derivatives, tiles } }
}

function judge({ verdict, says }: Specimen, end: End): string[] {
  const problems: string[] = []
  if (verdict !== undefined && verdict !== end.verdict)
    problems.push(`${end.verdict} instead of ${verdict}`)
  if (says !== undefined && !says.test(end.said)) problems.push(`it says otherwise`)
  return problems
}

/** Returns the size of a picture fitted into a square. */
function fitted([width, height]: readonly [number, number], side: number): string {
  const shrink = Math.min(1, side / Math.max(width, height))
  return [width, height].map((full) => Math.max(1, Math.round(full * shrink))).join(' × ')
}

const LIMITS = { display: 2048, thumbnail: 500 } as const

async function look(shown: Shown, specimen: Specimen) {
  const problems: string[] = []
  for (const name of ['display', 'thumbnail'] as const) {
    const { width, height, quarters } = await readQuarters(shown[name])
    if (specimen.size && `${width} × ${height}` !== fitted(specimen.size, LIMITS[name]))
      problems.push(`${name} of ${width} × ${height}`)
    problems.push(...compareColors(name, quarters, specimen))
  }
  problems.push(...(await lookAtTiles(shown, specimen)))
  const { format } = await sharp(shown.thumbnailBytes).metadata()
  return format === 'jpeg' ? problems : [...problems, 'the thumbnail is not served']
}

/** Checks the size of all tiles, and the colors of the last one, which shows the whole picture. */
async function lookAtTiles({ tiles: path }: Shown, specimen: Specimen): Promise<string[]> {
  if (path === null) return ['there are no tiles']
  const { image, tiles } = await readTileFile(path)
  const problems: string[] = []
  if (specimen.size && `${image.width} × ${image.height}` !== specimen.size.join(' × '))
    problems.push(`tiles of ${image.width} × ${image.height}`)
  for (const { jpeg, size } of tiles) {
    const { width, height } = await sharp(jpeg).metadata()
    if (width !== size.width || height !== size.height)
      problems.push(`a tile of ${width} × ${height}`)
  }
  const { quarters } = await readQuarters(tiles.at(-1)!.jpeg)
  return [...problems, ...compareColors('smallest tile', quarters, specimen)]
}

function compareColors(
  name: string,
  quarters: readonly (readonly number[])[],
  { shows, tolerance = 0, verdict }: Specimen,
): string[] {
  const isComparable = shows && (verdict === 'complete' || verdict === undefined)
  const distance = isComparable ? largestDifference(quarters, shows) : 0
  return distance > tolerance ? [`${name} off by ${distance}: ${quarters.join(' | ')}`] : []
}
