import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createBucketContents, type BucketContents } from './bucket-contents.ts'
import { nameOperation, OPERATIONS, type StubReply, type StubRequest } from './operations.ts'
import { S3Error } from './s3-error.ts'
import { requireSignature, type StubCredentials } from './signature.ts'

/** The bucket of the stub by default. */
export const BUCKET = 'archive'

const CREDENTIALS: StubCredentials = {
  accessKeyId: 'stub-access-key',
  secretAccessKey: 'stub-secret-key',
}

export interface StubOptions {
  /** Its bucket; `archive` by default. */
  bucket?: string
  /** The key of its user. The key that the AWS variables have by default. */
  credentials?: StubCredentials
  /** The time at which presigned URLs are used, in milliseconds since the epoch. */
  presignNow?: () => number
  maxCopyBytes?: number
  minPartBytes?: number
  pageKeys?: number
  /** Whether web pages of all sites may upload. */
  allowsPages?: boolean
}

/** How the stub fails a request: with an error response, or by closing the connection after some bytes of the body. */
export type StubFailure = { status: number; code: string } | { cutAfter: number }

/** A strict S3 server with one bucket in memory. It refuses everything that is not signed as S3 demands. */
export interface S3Stub extends AsyncDisposable {
  readonly endpoint: string
  readonly contents: BucketContents
  /** Names of all operations so far that were not refused, with their keys: `PutObject images/1/…`. */
  readonly operations: readonly string[]
  /** Fails the next requests for an operation. Called again, it replaces the failure. */
  fail(operation: string, failure: StubFailure, times?: number): void
  /** Runs after an operation succeeded, before its response is sent, which waits for a promise. */
  after(operation: string, run: (key: string) => void | Promise<void>): void
}

/** Starts the server, and sets the AWS variables of this process to the credentials of such servers. */
export async function startS3Stub(options: StubOptions = {}): Promise<S3Stub> {
  process.env.AWS_ACCESS_KEY_ID = CREDENTIALS.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = CREDENTIALS.secretAccessKey
  const {
    credentials = CREDENTIALS,
    presignNow = Date.now,
    maxCopyBytes = Infinity,
    minPartBytes = 1,
  } = options
  const contents = createBucketContents(Date.now, minPartBytes)
  const operations: string[] = []
  const failures = new Map<string, { failure: StubFailure; times: number }>()
  const hooks = new Map<string, (key: string) => void | Promise<void>>()
  const takeFailure = (operation: string): StubFailure | undefined => {
    const planned = failures.get(operation)
    if (!planned || planned.times === 0) return undefined
    planned.times -= 1
    return planned.failure
  }
  const answer = async (request: StubRequest): Promise<{ reply: StubReply; cutAfter?: number }> => {
    const name = nameOperation(request)
    const failure = takeFailure(name)
    if (failure && 'status' in failure)
      throw new S3Error(failure.status, failure.code, 'This failure was planned.')
    const now = Date.now()
    requireSignature(request, { credentials, now, presignNow: presignNow() })
    if (request.bucket !== (options.bucket ?? BUCKET))
      throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
    const operation = OPERATIONS[name]
    if (!operation) throw new S3Error(501, 'NotImplemented', name)
    const limits = { maxCopyBytes, pageKeys: options.pageKeys ?? 1000 }
    const reply = operation(contents, request, limits)
    operations.push(`${name} ${request.key}`.trimEnd())
    await hooks.get(name)?.(request.key)
    return { reply, ...failure }
  }
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming)
    if (request.method === 'OPTIONS') return answerPreflight(response, options)
    try {
      const { reply, cutAfter } = await answer(request)
      send(response, request, reply, cutAfter)
    } catch (error) {
      send(response, request, describeError(error))
    }
  }
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    contents,
    operations,
    fail: (operation, failure, times = 1) => void failures.set(operation, { failure, times }),
    after: (operation, run) => void hooks.set(operation, run),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerPreflight(response: ServerResponse, { allowsPages }: StubOptions): void {
  const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'PUT' }
  if (allowsPages) response.writeHead(200, headers).end()
  else response.writeHead(403).end()
}

async function readRequest(incoming: IncomingMessage): Promise<StubRequest> {
  const { method = '', url = '', headers } = incoming
  const { pathname, searchParams: query } = new URL(url, 'http://stub')
  const [, bucket = '', ...key] = pathname.split('/').map(decodeURIComponent)
  const body = await buffer(incoming)
  return { method, target: url, headers, body, query, bucket, key: key.join('/') }
}

function describeError(error: unknown): StubReply {
  const { status, code, message } =
    error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error))
  const body = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
  return { status, headers: { 'Content-Type': 'application/xml' }, body }
}

function send(
  response: ServerResponse,
  { method }: StubRequest,
  { status, headers = {}, body = '' }: StubReply,
  cutAfter?: number,
): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'Content-Length': bytes.length, ...headers })
  if (cutAfter !== undefined) {
    response.write(bytes.subarray(0, cutAfter), () => response.destroy())
    return
  }
  response.end(method === 'HEAD' ? undefined : bytes)
}
