import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The kind of a request of an import. */
export type RequestKind = 'slot' | 'put' | 'commit' | 'cancel' | 'place' | 'read'

/** The faults of a request. */
export type Fault =
  /** The request is lost. */
  | 'drop_before'
  /** The response is lost. */
  | 'drop_after'
  /** The request arrives after the client gave up. */
  | 'late'
  /** The request arrives twice, and the client gets the second response. */
  | 'twice'
  /** The body is cut off in the middle. */
  | 'half'

/** How the instance responds where ours returns more than the specification requires. */
export type Speech =
  | 'ours'
  /** Ignores Idempotency-Key, and answers 404 for a used slot without a reason. */
  | 'plain 404'
  /** The same with 409. */
  | 'plain 409'

export interface ChaosOptions {
  speech: Speech
  /** The fault of a request, if any. */
  fault: (kind: RequestKind) => Fault | undefined
  /** How much faster the clock of the instance runs. */
  timeScale?: number
}

/** An unreliable network in front of a server; `target` can change while it runs. */
export interface ChaosProxy extends AsyncDisposable {
  readonly url: string
  target: string
  options: ChaosOptions
  /** Ids of images in responses of the server, including lost ones. */
  readonly made: ReadonlySet<number>
  /** Called before a request and before its response is passed on. */
  onRequest: (kind: RequestKind, when: 'before' | 'after') => void
}

export const NO_CHAOS: ChaosOptions = { speech: 'ours', fault: () => undefined }

export async function startChaosProxy(options: ChaosOptions = NO_CHAOS): Promise<ChaosProxy> {
  const late = new Set<Promise<unknown>>()
  const made = new Set<number>()
  const began = Date.now()
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy())
  })
  const proxy: ChaosProxy = {
    url: '',
    target: '',
    options,
    made,
    onRequest() {},
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(late)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const kind = kindOf(request)
    const body = await bodyOf(request)
    const fault = proxy.options.fault(kind)
    proxy.onRequest(kind, 'before')
    if (fault === 'drop_before') return void response.destroy()
    if (fault === 'late') {
      response.destroy()
      const arrival = pause(30).then(() => pass(request, body))
      late.add(arrival)
      return void arrival.catch(() => {}).finally(() => late.delete(arrival))
    }
    if (fault === 'half') {
      await pass(request, body.subarray(0, body.byteLength / 2), true)
      return void response.destroy()
    }
    if (fault === 'twice') await pass(request, body)
    const answer = await pass(request, body)
    proxy.onRequest(kind, 'after')
    if (fault === 'drop_after') return void response.destroy()
    const { status, text } = spoken(proxy.options.speech, kind, answer)
    response.writeHead(status, {
      ...answer.headers,
      date: scaledDate(),
      'content-length': text.byteLength,
    })
    response.end(text)
  }

  function scaledDate(): string {
    const { timeScale = 1 } = proxy.options
    return new Date(began + (Date.now() - began) * timeScale).toUTCString()
  }

  function pass(from: IncomingMessage, body: Buffer, breaksOff = false): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const headers = { ...from.headers }
    delete headers.connection
    if (proxy.options.speech !== 'ours') delete headers['idempotency-key']
    const to = httpRequest(new URL(from.url ?? '/', proxy.target), { method: from.method, headers })
    to.on('error', breaksOff ? () => resolve(NOTHING) : reject)
    to.on('response', (response) => {
      const { statusCode = 0, headers } = response
      const arrived = bodyOf(response).then((text): Answer => {
        if (statusCode === 201) made.add(imageIn(text))
        return { status: statusCode, headers, text }
      })
      arrived.then(resolve, reject)
    })
    if (breaksOff) to.write(body, () => to.destroy())
    else to.end(body)
    return promise
  }
}

function imageIn(text: Buffer): number {
  return (JSON.parse(text.toString()) as { image_id: number }).image_id
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: Buffer
}

const NOTHING: Answer = { status: 0, headers: {}, text: Buffer.alloc(0) }

function kindOf({ method, url = '' }: IncomingMessage): RequestKind {
  if (method === 'PUT' && !url.startsWith('/api/')) return 'put'
  if (url.includes('/import/upload-url/')) return 'slot'
  if (url.includes('/import/commit/') || url.includes('/replace/')) return 'commit'
  if (method === 'POST' && url.endsWith('/georeferences/')) return 'place'
  return url.includes('/import/cancel/') ? 'cancel' : 'read'
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of message) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Removes what other instances need not return: the reason of a rejected slot, and digests. */
function spoken(speech: Speech, kind: RequestKind, { status, text }: Answer): Answer {
  const plain = (status: number, body: object): Answer => ({
    status,
    headers: {},
    text: Buffer.from(JSON.stringify(body)),
  })
  const asItIs: Answer = { status, headers: {}, text }
  if (speech === 'ours') return asItIs
  if (kind === 'read' && status === 200) return withoutDigests(asItIs)
  if (kind !== 'commit' || status < 400) return asItIs
  const { code, image_id: _, ...rest } = JSON.parse(text.toString()) as Record<string, unknown>
  const used = speech === 'plain 409' && code === 'slot_consumed'
  return used ? plain(409, { error: 'Image has not been uploaded yet.' }) : plain(status, rest)
}

function withoutDigests(answer: Answer): Answer {
  if (!answer.headers && answer.text.byteLength === 0) return answer
  try {
    const {
      sha256: _,
      reference_id: __,
      ...rest
    } = JSON.parse(answer.text.toString()) as Record<string, unknown>
    if (!('permalink' in rest)) return answer
    return { ...answer, text: Buffer.from(JSON.stringify(rest)) }
  } catch {
    return answer
  }
}
