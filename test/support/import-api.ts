import { createSeed, type Seed } from './seed.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'
import { bearer, issueToken } from './tokens.ts'
import type { Contributor } from '../../src/core/auth/contributor.ts'
import type { ConfigSources } from '../../src/core/config/config.ts'
import type { ImportCommitRequest, UploadSlot } from '../../src/core/contract/import.ts'

/** A server with one collection, and the requests of an importer. */
export interface ImportApi extends AsyncDisposable {
  readonly server: TestServer
  readonly seed: Seed
  readonly collection: number
  /** The Authorization header of the importer. */
  readonly importer: { Authorization: string }
  requestSlot(contentType?: string): Promise<UploadSlot>
  /** Uploads the bytes to the slot. */
  upload(slot: UploadSlot, bytes: Uint8Array): Promise<Response>
  /** Requests a slot and uploads the bytes. */
  uploadToNewSlot(bytes: Uint8Array, contentType?: string): Promise<UploadSlot>
  commit(slot: Pick<UploadSlot, 'slot_id'>, fields?: object): Promise<Response>
  /** Sends a commit with this body. */
  commitBody(body: unknown, headers?: Record<string, string>): Promise<Response>
  cancel(slotIds: unknown, headers?: Record<string, string>): Promise<Response>
  /** Replaces the file of the image with the upload. */
  replace(
    image: number | string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>
}

/** The required fields of a commit. */
export const FIELDS: Omit<ImportCommitRequest, 'slot_id'> = {
  title: 'Market square',
  original_date: 'about 1905',
  edtf_date: '1905~',
}

/** The user as one who imports. */
export function importerOf(userId: number): Contributor {
  return { userId, isStaff: true, isModerator: false, visibility: 'everything' }
}

export async function openImportApi(
  flags: ConfigSources['flags'] = {},
  options: TestServerOptions = {},
): Promise<ImportApi> {
  const server = await startTestServer(flags, options)
  const seed = createSeed(server)
  const collection = await seed.collection()
  const token = await issueToken(server, { staff: true, scopes: ['import'] })
  const importer = bearer(token)
  const post = (path: string, body: unknown, headers: Record<string, string>) =>
    server.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const api: ImportApi = {
    server,
    seed,
    collection,
    importer,
    requestSlot: (contentType = 'image/jpeg') =>
      server.get(
        `/api/v2/import/upload-url/?collection=${collection}&content_type=${contentType}`,
        { headers: importer },
      ),
    upload: (slot, bytes) =>
      server.fetch(slot.upload_url, {
        method: 'PUT',
        headers: slot.upload_headers,
        body: bytes as BodyInit,
      }),
    async uploadToNewSlot(bytes, contentType) {
      const slot = await api.requestSlot(contentType)
      const response = await api.upload(slot, bytes)
      if (response.status !== 200) throw new Error(`upload: ${await response.text()}`)
      return slot
    },
    commit: ({ slot_id }, fields) => api.commitBody({ slot_id, ...FIELDS, ...fields }),
    commitBody: (body, headers = importer) => post('/api/v2/import/commit/', body, headers),
    cancel: (slot_ids, headers = importer) => post('/api/v2/import/cancel/', { slot_ids }, headers),
    replace: (image, body, headers = importer) =>
      post(`/api/v2/images/${image}/replace/`, body, headers),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return api
}

/** Returns status and JSON body of a response. */
export async function readResponse(response: Response): Promise<[status: number, body: unknown]> {
  const text = await response.text()
  return [response.status, text === '' ? '' : JSON.parse(text)]
}
