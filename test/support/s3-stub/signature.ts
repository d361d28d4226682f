import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from './s3-error.ts'

export interface SignedRequest {
  method: string
  /** Path and query, as sent. */
  target: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface StubCredentials {
  accessKeyId: string
  secretAccessKey: string
}

export interface SignatureOptions {
  credentials: StubCredentials
  /** Milliseconds since the epoch, for requests that are signed now. */
  now: number
  /** The same for presigned URLs. */
  presignNow: number
}

const MAX_SKEW_MS = 15 * 60 * 1000

interface Signature {
  credential: string
  date: string
  signedHeaders: string[]
  signature: string
  payloadHash: string
  query: URLSearchParams
}

/**
 * Verifies a request like S3: the signature (version 4), its age, the digest of the body, and that all headers that
 * change the meaning of a request are signed. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function requireSignature(request: SignedRequest, options: SignatureOptions): void {
  const url = new URL(request.target, 'http://stub')
  const isPresigned = url.searchParams.has('X-Amz-Signature')
  if (isPresigned && request.headers.authorization !== undefined)
    throw new S3Error(400, 'InvalidArgument', 'Only one auth mechanism allowed')
  const given = isPresigned ? parseQuery(url) : parseHeaders(request, url)
  requireSignedHeaders(request, given)
  if (isPresigned) requireUnexpired(url, given, options.presignNow)
  else requireRecent(given, options.now)
  if (!isPresigned) requirePayload(request, given)
  const [accessKeyId, ...scope] = given.credential.split('/')
  if (accessKeyId !== options.credentials.accessKeyId)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist.')
  const expected = sign(request, given, { scope, secret: options.credentials.secretAccessKey, url })
  if (expected !== given.signature)
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature does not match.')
}

function parseQuery(url: URL): Signature {
  const query = new URLSearchParams(url.searchParams)
  const take = (name: string): string => query.get(name) ?? ''
  const signature = take('X-Amz-Signature')
  query.delete('X-Amz-Signature')
  if (take('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256')
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'Unknown algorithm')
  return {
    credential: take('X-Amz-Credential'),
    date: take('X-Amz-Date'),
    signedHeaders: take('X-Amz-SignedHeaders').split(';'),
    signature,
    payloadHash: 'UNSIGNED-PAYLOAD',
    query,
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

function parseHeaders({ headers }: SignedRequest, url: URL): Signature {
  const [, credential, signedHeaders, signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (!credential || !signedHeaders || !signature)
    throw new S3Error(403, 'AccessDenied', 'Access Denied')
  return {
    credential,
    date: String(headers['x-amz-date']),
    signedHeaders: signedHeaders.split(';'),
    signature,
    payloadHash: String(headers['x-amz-content-sha256']),
    query: url.searchParams,
  }
}

function requireSignedHeaders({ headers }: SignedRequest, { signedHeaders }: Signature): void {
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  const unsigned = needed.find((name) => !signedHeaders.includes(name))
  if (unsigned !== undefined)
    throw new S3Error(
      403,
      'AccessDenied',
      `There were headers present which were not signed: ${unsigned}`,
    )
}

function requireUnexpired(url: URL, { date }: Signature, now: number): void {
  const seconds = Number(url.searchParams.get('X-Amz-Expires'))
  if (!(seconds >= 1 && seconds <= 604_800))
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires is out of range')
  const from = parseDate(date)
  if (now > from + seconds * 1000) throw new S3Error(403, 'AccessDenied', 'Request has expired')
  if (now < from - MAX_SKEW_MS) throw new S3Error(403, 'AccessDenied', 'Request is not yet valid')
}

function requireRecent({ date }: Signature, now: number): void {
  if (Math.abs(now - parseDate(date)) <= MAX_SKEW_MS) return
  throw new S3Error(403, 'RequestTimeTooSkewed', 'The difference between the times is too large.')
}

/** Unlike S3, accepts no unsigned and no chunked bodies: other servers support neither over plain HTTP. */
function requirePayload({ body }: SignedRequest, { payloadHash }: Signature): void {
  if (payloadHash === sha256(body)) return
  throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body does not match its digest.')
}

function parseDate(date: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function sign(
  { method, headers }: SignedRequest,
  { date, signedHeaders, payloadHash, query }: Signature,
  { scope, secret, url }: { scope: string[]; secret: string; url: URL },
): string {
  const canonicalQuery = [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const canonical = [
    method,
    url.pathname,
    canonicalQuery,
    ...signedHeaders.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<Buffer>((from, part) => hmac(from, part), Buffer.from(`AWS4${secret}`))
  return hmac(key, toSign).toString('hex')
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.codePointAt(0)!.toString(16).toUpperCase()}`,
  )
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
