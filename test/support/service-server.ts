import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a service received. */
export interface ServiceRequest {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  form: URLSearchParams
}

/** How a service responds: JSON, or anything else. */
export type Answer = (request: ServiceRequest, response: ServerResponse) => void

/** A service on a loopback address. */
export interface ServiceServer extends AsyncDisposable {
  readonly url: string
  readonly requests: ServiceRequest[]
}

/** Starts a service that gives these answers in order, and then the last one again. */
export async function startService(...answers: Answer[]): Promise<ServiceServer> {
  const requests: ServiceRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const received = {
        method: request.method!,
        url: new URL(request.url!, 'http://service.example'),
        headers: request.headers,
        form: new URLSearchParams(body),
      }
      const answer = answers[Math.min(requests.length, answers.length - 1)]!
      requests.push(received)
      answer(received, response)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    requests,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function sendJson(body: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
    response.end(JSON.stringify(body))
  }
}

export function sendStatus(
  status: number,
  headers: Record<string, string> = {},
  body = '<!DOCTYPE html><title>Error</title>',
): Answer {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(body)
  }
}
