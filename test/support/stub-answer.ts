import type { HttpResponse } from '../../src/cli/transport.ts'

/** An answer that no server gave. */
export function stubAnswer(
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
