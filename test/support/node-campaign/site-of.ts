import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { fetchFrom } from '../fetch-from.ts'
import type { NodeCluster } from '../node-cluster.ts'
import type { Site } from '../oauth.ts'

/** The cluster as one client sees it whose address, such as 127.0.0.2, no other client has. */
export function siteOf({ url }: NodeCluster, catalog: Catalog, address: string): Site {
  const fetchAs = fetchFrom(address)
  return {
    baseUrl: url,
    catalog,
    fetch: (path, init) => fetchAs(path.startsWith('http') ? path : url + path, init),
  }
}
