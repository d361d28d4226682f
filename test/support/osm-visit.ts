import type { OsmProvider } from './osm-provider.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Starts a server that signs people in over a provider. */
export function connected(provider: OsmProvider, overrides = {}): Promise<TestServer> {
  const { url: osmUrl, clientId: osmClientId, clientSecret: osmClientSecret } = provider
  return startTestServer({ dev: false, osmUrl, osmClientId, osmClientSecret }, overrides)
}

/** Begins a sign-in up to the redirect back from OpenStreetMap. */
export async function beginVisit(server: TestServer, next = '/') {
  const query = new URLSearchParams({ next }).toString()
  const begun = await server.fetch(`/login/osm/?${query}`, { redirect: 'manual' })
  const back = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
  const callback = new URL(back.headers.get('location')!)
  const headers = { cookie: begun.headers.getSetCookie()[0]!.split(';')[0]! }
  return {
    comeBack: () => fetch(callback, { headers, redirect: 'manual' }),
    codeForm: () => new URLSearchParams({ code: callback.searchParams.get('code')! }),
  }
}
