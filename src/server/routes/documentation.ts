import { z } from 'zod'
import { getSiteName } from '../../core/queries/site-name.ts'
import type { Links } from '../links.ts'
import { buildDocument, type RouteGroup } from '../openapi/document.ts'
import type { OpenApi } from '../openapi/types.ts'
import { htmlPage } from '../pages/responses.ts'
import { renderDocumentationPage } from '../pages/documentation/page.ts'
import type { Reply } from '../reply.ts'
import { route, type Route } from '../route.ts'

const openApi = z
  .looseObject({
    openapi: z.string().meta({ examples: ['3.1.1'] }),
    paths: z.record(z.string(), z.unknown()).meta({ examples: [{}] }),
  })
  .describe('An OpenAPI document.')

/** The API reference, for programs and for people. @param groups called late, since they include these routes */
export function documentationRoutes(groups: () => readonly RouteGroup[]): readonly Route[] {
  const getDocument = memoizeByKey((links: Links) => buildDocument(groups(), links))
  const getText = memoizeByKey((document: OpenApi) => JSON.stringify(document))
  const getPages = memoizeByKey((): Map<string, Reply> => new Map())
  return [
    route({
      method: 'GET',
      path: '/api/v2/openapi.json',
      summary: 'Get the OpenAPI document',
      responses: { 200: openApi },
      async handle({ links }) {
        const headers = { 'Content-Type': 'application/json' }
        return { status: 200, body: getText(getDocument(links)), headers }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v2/docs/',
      summary: 'Show the API reference',
      responses: { 200: htmlPage },
      async handle({ catalog, links }) {
        const document = getDocument(links)
        const pages = getPages(document)
        const siteName = await getSiteName(catalog.reads)
        const page = pages.get(siteName) ?? renderDocumentationPage({ document, siteName, links })
        pages.set(siteName, page)
        return page
      },
    }),
  ]
}

/** Memoizes `make` per key, for as long as the key is in memory. */
function memoizeByKey<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}
