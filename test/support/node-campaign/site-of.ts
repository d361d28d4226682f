import { Agent, fetch as fetchThrough, type RequestInit as UndiciInit } from 'undici'
import type { Catalog } from '../../../src/core/catalog.ts'
import type { NodeCluster } from '../node-cluster.ts'
import type { Site } from '../oauth.ts'

/** The cluster as one client sees it whose address, such as 127.0.0.2, no other client has. */
export function siteOf({ url }: NodeCluster, catalog: Catalog, address: string): Site {
  const dispatcher = new Agent({ localAddress: address })
  return {
    baseUrl: url,
    catalog,
    async fetch(path, init) {
      const options = { ...init, dispatcher } as UndiciInit
      const target = path.startsWith('http') ? path : url + path
      return (await fetchThrough(target, options)) as unknown as Response
    },
  }
}
