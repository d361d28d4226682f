import { Agent, fetch as fetchThrough, type RequestInit as UndiciInit } from 'undici'

/** Requests of one client. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Returns a `fetch` whose connections come from the loopback address, such as 127.0.0.2, as those of another client. */
export function fetchFrom(address: string): Fetch {
  const dispatcher = new Agent({ localAddress: address })
  return async (url, init) => {
    const options = { ...init, dispatcher } as UndiciInit
    return (await fetchThrough(url, options)) as unknown as Response
  }
}
