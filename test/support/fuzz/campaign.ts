import pLimit from 'p-limit'
import { signIn } from '../../../src/core/auth/sign-in.ts'
import { importCommitResponse, uploadSlot } from '../../../src/core/contract/import.ts'
import { createLinks } from '../../../src/server/http/links.ts'
import { buildDocument } from '../../../src/server/openapi/document.ts'
import { routeGroups } from '../../../src/server/routes/index.ts'
import { checkResponse } from '../check-response.ts'
import { FIELDS } from '../import-api.ts'
import { registerApp } from '../oauth.ts'
import { plain, RED } from '../pictures.ts'
import { createSeed } from '../seed.ts'
import { createTestLog } from '../test-log.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { bearer, issueToken } from '../tokens.ts'
import { fuzzedRequest, type FuzzedRequest } from './fuzzed-request.ts'
import type { Known } from './drawing.ts'
import { sendFuzzed } from './send.ts'

export interface FuzzOptions {
  seed: number
  /** Number of the first request; `requests: 1` repeats that request only. */
  first?: number
  requests: number
  onFailure?: (failure: FuzzFailure) => void
}

export interface FuzzFailure {
  index: number
  problem: string
  request: FuzzedRequest
}

export interface FuzzResult {
  failures: FuzzFailure[]
  /** Number of responses by status. */
  statuses: Record<string, number>
  /** Number of operations that were requested. */
  operations: number
  slowestMs: number
}

const AT_ONCE = 8
const KNOWN_SLOTS = 40

/**
 * Sends requests with errors to every operation of the server's OpenAPI document in turn. Not for a development
 * server, which rejects requests of other origins.
 */
export async function fuzz({
  seed,
  first = 0,
  requests,
  onFailure,
}: FuzzOptions): Promise<FuzzResult> {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({ dev: false }, { log })
  const { baseUrl } = server
  const document = buildDocument(
    routeGroups,
    createLinks({ baseUrl, cdnUrl: `${baseUrl}/media`, uploadUrl: `${baseUrl}/upload` }),
  )
  const known = await prepare(server)
  const result: FuzzResult = { failures: [], statuses: {}, operations: 0, slowestMs: 0 }
  const asked = new Set<string>()
  const limit = pLimit(AT_ONCE)
  const ask = async (index: number): Promise<void> => {
    const request = fuzzedRequest(document, known, { seed, index })
    asked.add(request.operation)
    const began = performance.now()
    const problem = await problemWith(request, index)
    result.slowestMs = Math.max(result.slowestMs, performance.now() - began)
    if (problem === undefined) return
    const failure = { index, problem, request }
    result.failures.push(failure)
    onFailure?.(failure)
  }
  const problemWith = async (
    request: FuzzedRequest,
    index: number,
  ): Promise<string | undefined> => {
    try {
      const response = await sendFuzzed(baseUrl, request, index)
      const { status } = response
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      if (status >= 500 && ![501, 503].includes(status))
        return `${status}: ${lines.findLast((line) => line.includes('"err"')) ?? 'not in the log'}`
      await checkResponse(server, request.method, response)
      await checkJson(response)
      await learn(known, response)
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  for (let from = first; from < first + requests; from += BATCH) {
    const count = Math.min(BATCH, first + requests - from)
    await Promise.all(Array.from({ length: count }, (_, at) => limit(() => ask(from + at))))
    ;(lines as string[]).length = 0
  }
  return { ...result, operations: asked.size }
}

/** Number of requests in flight at once. */
const BATCH = 1000

async function checkJson(response: Response): Promise<void> {
  const type = response.headers.get('Content-Type') ?? ''
  const text = await response.clone().text()
  if (text !== '' && /\bjson\b/.test(type)) JSON.parse(text)
}

/** Remembers the newest slots for commits, replacements and uploads. */
async function learn(known: Known, response: Response): Promise<void> {
  if (response.status !== 200 || !response.url.includes('/import/upload-url')) return
  const { data } = uploadSlot.safeParse(
    await response
      .clone()
      .json()
      .catch(() => undefined),
  )
  if (!data) return
  const { pathname, search } = new URL(data.upload_url)
  known.slots.push({ id: data.slot_id, target: pathname + search })
  if (known.slots.length > KNOWN_SLOTS) known.slots.shift()
}

async function prepare(server: TestServer): Promise<Known> {
  const seed = createSeed(server)
  const collection_id = await seed.collection({ id: 1 })
  for (let n = 1; n <= 30; n += 1) {
    const image = await seed.image({
      collection_id,
      title: `Image ${n}`,
      edtf_date: `19${n + 10}~`,
    })
    if (n % 2 === 0) await seed.point(image, {})
    if (n % 5 === 0) await seed.comment(image, {})
  }
  const session = await signIn(
    server.catalog,
    async () => ({ id: 2003, username: 'Ada' }),
    'a fuzzer',
  )
  const { id: clientId } = await registerApp(server)
  const reader = await issueToken(server, { userId: 2001, scopes: ['read'] })
  const importer = await issueToken(server, {
    userId: 2002,
    staff: true,
    scopes: ['read', 'import'],
  })
  const picture = await plain(4, 4, RED).jpeg().toBuffer()
  const imported = await importPicture(server, { importer, collection_id, picture })
  return {
    tokens: { reader, importer },
    cookie: `catalog_session=${session}`,
    clientId,
    pathValues: {
      id: [imported.id, '1', '2', '3', '30', '5001', '9007199254740993'],
      extension: ['jpg', 'png', 'tif'],
      name: ['thumbnail', 'display', 'corrected'],
      generation: [imported.generation],
    },
    slots: [],
    picture,
  }
}

/** Imports an image with original and derivatives. */
async function importPicture(
  server: TestServer,
  {
    importer,
    collection_id,
    picture,
  }: { importer: string; collection_id: number; picture: Buffer },
): Promise<{ id: string; generation: string }> {
  const headers = { ...bearer(importer), 'Content-Type': 'application/json' }
  const slot = await server.get(`/api/v2/import/upload-url/?collection=${collection_id}`, {
    headers,
  })
  const { slot_id, upload_url, upload_headers } = uploadSlot.parse(slot)
  const body = new Uint8Array(picture)
  await server.fetch(upload_url, { method: 'PUT', headers: upload_headers, body })
  const committed = await server.fetch('/api/v2/import/commit/', {
    method: 'POST',
    headers,
    body: JSON.stringify({ slot_id, ...FIELDS }),
  })
  const { image_id } = importCommitResponse.parse(await committed.json())
  await server.catalog.jobs.drain()
  const { thumbnail } = await server.get(`/api/v2/images/${image_id}/`)
  const generation = /\/derivatives\/\d+\/([^/]+)\//.exec(String(thumbnail))?.[1] ?? ''
  return { id: String(image_id), generation }
}
