import type { BucketContents, StubObject } from './bucket-contents.ts'
import { S3Error } from './s3-error.ts'
import type { SignedRequest } from './signature.ts'

export interface StubReply {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

export interface StubRequest extends SignedRequest {
  bucket: string
  /** Empty for requests about the bucket. */
  key: string
  query: URLSearchParams
}

export interface Limits {
  /** The largest object that one request may copy, or store. */
  maxCopyBytes: number
  /** Keys in a page of a listing. */
  pageKeys: number
}

/** The requests of each operation: method, whether it has a key, and a parameter or header that it needs. */
const PATTERNS: [name: string, method: string, isAboutKey: boolean, needs: string[]][] = [
  ['ListObjectsV2', 'GET', false, ['list-type']],
  ['UploadPartCopy', 'PUT', true, ['uploadId', 'x-amz-copy-source']],
  ['UploadPart', 'PUT', true, ['uploadId']],
  ['CopyObject', 'PUT', true, ['x-amz-copy-source']],
  ['PutObject', 'PUT', true, []],
  ['CreateMultipartUpload', 'POST', true, ['uploads']],
  ['CompleteMultipartUpload', 'POST', true, ['uploadId']],
  ['AbortMultipartUpload', 'DELETE', true, ['uploadId']],
  ['DeleteObject', 'DELETE', true, []],
  ['HeadObject', 'HEAD', true, []],
  ['GetObject', 'GET', true, []],
]

/** The name of the operation that a request asks for, as in the documentation of S3. */
export function nameOperation({ method, key, query, headers }: StubRequest): string {
  const has = (name: string): boolean => query.has(name) || headers[name] !== undefined
  const found = PATTERNS.find(
    ([, wanted, isAboutKey, needs]) =>
      wanted === method && isAboutKey === (key !== '') && needs.every(has),
  )
  return found?.[0] ?? 'Unknown'
}

type Operation = (contents: BucketContents, request: StubRequest, limits: Limits) => StubReply

export const OPERATIONS: Record<string, Operation> = {
  ListObjectsV2: listObjects,
  PutObject(contents, request) {
    if (request.headers['content-length'] === undefined)
      throw new S3Error(411, 'MissingContentLength', 'You must provide Content-Length.')
    const { etag } = contents.put(request.key, request.body, headersOf(request))
    return { status: 200, headers: { ETag: etag } }
  },
  CopyObject(contents, request, { maxCopyBytes }) {
    const source = requireSource(contents, request)
    if (source.body.length > maxCopyBytes)
      throw new S3Error(400, 'InvalidRequest', 'The copy source is larger than the maximum.')
    const isReplaced = request.headers['x-amz-metadata-directive'] === 'REPLACE'
    const made = contents.put(request.key, source.body, isReplaced ? headersOf(request) : source)
    return xml(`<CopyObjectResult><ETag>${made.etag}</ETag></CopyObjectResult>`)
  },
  CreateMultipartUpload(contents, request) {
    const id = contents.startUpload(request.key, headersOf(request))
    const body = `<UploadId>${id}</UploadId>`
    return xml(`<InitiateMultipartUploadResult>${body}</InitiateMultipartUploadResult>`)
  },
  UploadPart(contents, { query, body }) {
    const number = Number(query.get('partNumber'))
    const etag = contents.putPart(query.get('uploadId') ?? '', number, body)
    return { status: 200, headers: { ETag: etag } }
  },
  UploadPartCopy(contents, request) {
    const { body } = requireSource(contents, request)
    const range = String(request.headers['x-amz-copy-source-range'])
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    if (Number(end) >= body.length) throw new S3Error(400, 'InvalidArgument', 'Range')
    const part = body.subarray(Number(start), Number(end) + 1)
    const number = Number(request.query.get('partNumber'))
    const etag = contents.putPart(request.query.get('uploadId') ?? '', number, part)
    return xml(`<CopyPartResult><ETag>${etag}</ETag></CopyPartResult>`)
  },
  CompleteMultipartUpload(contents, { query, body }) {
    const parts = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    }))
    const { etag } = contents.completeUpload(query.get('uploadId') ?? '', parts)
    return xml(
      `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
    )
  },
  AbortMultipartUpload(contents, { query }) {
    contents.uploads.delete(query.get('uploadId') ?? '')
    return { status: 204 }
  },
  DeleteObject(contents, { key }) {
    contents.objects.delete(key)
    return { status: 204 }
  },
  HeadObject(contents, { key, headers }) {
    const object = contents.require(key)
    const described: Record<string, string> = describe(object, object.body.length)
    if (headers['x-amz-checksum-mode'] === 'ENABLED' && object.sha256 !== undefined)
      described['x-amz-checksum-sha256'] = object.sha256
    return { status: 200, headers: described }
  },
  GetObject: getObject,
}

function getObject(contents: BucketContents, { key, headers }: StubRequest): StubReply {
  const object = contents.require(key)
  const { body, etag } = object
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    throw new S3Error(412, 'PreconditionFailed', 'At least one condition did not hold.')
  if (headers.range === undefined)
    return { status: 200, headers: describe(object, body.length), body }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range) ?? []
  const start = Number(first)
  if (!(start < body.length))
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  const end = Math.min(last ? Number(last) : Infinity, body.length - 1)
  const range = { 'Content-Range': `bytes ${start}-${end}/${body.length}` }
  const part = body.subarray(start, end + 1)
  return { status: 206, headers: { ...describe(object, part.length), ...range }, body: part }
}

function listObjects(contents: BucketContents, { query }: StubRequest, { pageKeys }: Limits) {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const keys = [...contents.objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted()
  const page = keys.slice(0, Math.min(pageKeys, Number(query.get('max-keys') ?? pageKeys)))
  const rows = page.map((key) => {
    const { body, etag, modifiedAt } = contents.require(key)
    const time = modifiedAt.toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><ETag>${etag}</ETag><Size>${body.length}</Size></Contents>`
  })
  const isTruncated = page.length < keys.length
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return xml(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
  )
}

function requireSource(contents: BucketContents, { headers }: StubRequest): StubObject {
  const source = decodeURIComponent(String(headers['x-amz-copy-source']))
  const object = contents.require(source.replace(/^\/?[^/]+\//, ''))
  const wanted = headers['x-amz-copy-source-if-match']
  if (wanted !== undefined && wanted !== object.etag)
    throw new S3Error(412, 'PreconditionFailed', 'At least one condition did not hold.')
  return object
}

function headersOf({ headers }: StubRequest): Pick<StubObject, 'contentType' | 'cacheControl'> {
  const contentType = headers['content-type'] ?? 'binary/octet-stream'
  return { contentType, cacheControl: headers['cache-control'] }
}

function describe({ etag, contentType, cacheControl, modifiedAt }: StubObject, length: number) {
  return {
    ETag: etag,
    'Content-Type': contentType,
    'Content-Length': String(length),
    'Last-Modified': modifiedAt.toUTCString(),
    ...(cacheControl !== undefined && { 'Cache-Control': cacheControl }),
  }
}

function xml(body: string): StubReply {
  return { status: 200, headers: { 'Content-Type': 'application/xml' }, body }
}
