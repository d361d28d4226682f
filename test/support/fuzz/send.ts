import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FuzzedRequest } from './fuzzed-request.ts'

const TIMEOUT_MS = 60_000

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

/**
 * Sends a request unchanged on a new connection from a new loopback address (Linux has 16 million), so that no
 * rate limit applies.
 */
export async function sendFuzzed(
  baseUrl: string,
  { method, target, headers, body }: FuzzedRequest,
  client: number,
): Promise<Response> {
  const { hostname, port, host } = new URL(baseUrl)
  const sent = request({
    hostname,
    port,
    method,
    path: target,
    agent: false,
    headers: [['Host', host], ...headers].flat(),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(process.platform === 'linux' && { localAddress: addressOf(client) }),
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  // As it was sent: URL would resolve segments such as `..`.
  const url = target.startsWith('/') ? baseUrl + target : new URL(target, baseUrl).href
  return toResponse(url, answer, Buffer.concat(chunks))
}

function addressOf(client: number): string {
  return `127.${1 + ((client >> 16) % 250)}.${(client >> 8) & 255}.${1 + (client % 250)}`
}

function toResponse(url: string, answer: IncomingMessage, bytes: Buffer): Response {
  const { statusCode: status = 0, headers } = answer
  const decode = DECODERS[headers['content-encoding'] ?? '']
  const body = bytes.length === 0 ? null : new Uint8Array(decode ? decode(bytes) : bytes)
  const names = new Headers()
  for (const [name, value] of Object.entries(headers)) names.set(name, String(value))
  const response = new Response(body, { status, headers: names })
  return Object.defineProperty(response, 'url', { value: url })
}
