import { Client } from 'undici'
import type { InViewSearchResults, RankedSearchResults } from '../../../src/core/contract/search.ts'
import type { ServedCatalog } from '../scale/serve-child.ts'
import { readCpuMs } from './cpu-time.ts'

export interface Timed<Body> {
  ms: number
  /** CPU time of the server, in milliseconds. */
  cpuMs: number
  body: Body
}

export type Parameters = Record<string, string | number>

/** One client of a served catalog; its requests are sent one after the other. */
export interface SearchClient extends AsyncDisposable {
  searchText(parameters: Parameters): Promise<Timed<RankedSearchResults>>
  searchInView(parameters: Parameters): Promise<Timed<InViewSearchResults>>
  get(path: string): Promise<Timed<unknown>>
}

/** @param address of the client, as if from a proxy */
export function connectClient({ url, pid }: ServedCatalog, address = '192.0.2.1'): SearchClient {
  const client = new Client(url, { headersTimeout: 0, bodyTimeout: 0 })
  const get = async <Body>(path: string): Promise<Timed<Body>> => {
    const [before, started] = [readCpuMs(pid), performance.now()]
    const headers = { 'x-forwarded-for': address }
    const { statusCode, body } = await client.request({ path, method: 'GET', headers })
    const text = await body.text()
    const ms = performance.now() - started
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
    return { ms, cpuMs: readCpuMs(pid) - before, body: JSON.parse(text) as Body }
  }
  const search = <Body>(kind: string, parameters: Parameters) => {
    const query = Object.entries(parameters).map(([name, value]) => [name, String(value)])
    return get<Body>(`/api/v2/search/${kind}/?${new URLSearchParams(query).toString()}`)
  }
  return {
    searchText: (parameters) => search('text', parameters),
    searchInView: (parameters) => search('in-view', parameters),
    get,
    [Symbol.asyncDispose]: () => client.close(),
  }
}
