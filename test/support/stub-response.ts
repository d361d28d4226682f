import type { HttpResponse } from '../../src/cli/client/transport.ts'

/** Creates a response for a transport without a server. */
export function stubResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return Promise.resolve({
    status,
    headers,
    text: () => Promise.resolve(body),
    async *chunks() {
      yield Buffer.from(body)
    },
  })
}
