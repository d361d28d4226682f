import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What a request of an import is about. */
export type RequestKind = 'slot' | 'put' | 'commit' | 'cancel' | 'read'

/** What may happen to a request on its way. */
export type Fault =
  /** It never arrives. */
  | 'drop_before'
  /** It arrives, and its answer gets lost. */
  | 'drop_after'
  /** It arrives some time after its sender has given up. */
  | 'late'
  /** It arrives twice, and the second answer is told. */
  | 'twice'
  /** Its body breaks off half-way. */
  | 'half'

/** How the instance answers where ours says more than it must. */
export type Speech =
  | 'ours'
  /** Knows no Idempotency-Key, and says 404 to a used slot without saying why. */
  | 'plain 404'
  /** The same with 409. */
  | 'plain 409'

export interface ChaosOptions {
  speech: Speech
  /** The fault of a request, if any. */
  fault: (kind: RequestKind) => Fault | undefined
  /** How many times faster the instance's time goes by. */
  timeScale?: number
}

/** An unreliable network before a server; `target` may change while it runs. */
export interface ChaosProxy extends AsyncDisposable {
  readonly url: string
  target: string
  options: ChaosOptions
  /** Images that the server said it made, whether or not anybody was told. */
  readonly made: ReadonlySet<number>
  /** Told before a request is passed on, and before its answer is. */
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
  if (method === 'PUT') return 'put'
  if (url.includes('/import/upload-url/')) return 'slot'
  if (url.includes('/import/commit/') || url.includes('/replace/')) return 'commit'
  return url.includes('/import/cancel/') ? 'cancel' : 'read'
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of message) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Another instance neither tells a program why a slot is refused, nor shows it digests. */
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
