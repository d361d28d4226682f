import { z } from 'zod'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import type { Links } from '../http/links.ts'
import { buildDocument, type RouteGroup } from '../openapi/document.ts'
import type { OpenApi } from '../openapi/types.ts'
import { htmlPage } from '../pages/responses.ts'
import { renderDocumentationPage } from '../pages/documentation/page.ts'
import { createVisit } from '../pages/visit.ts'
import { json, type Reply } from '../http/reply.ts'
import { serialize } from '../http/response-cache.ts'
import { route, type Route } from '../http/route.ts'

const openApi = z
  .looseObject({
    openapi: z.string().meta({ examples: ['3.1.1'] }),
    paths: z.record(z.string(), z.unknown()).meta({ examples: [{}] }),
  })
  .describe('An OpenAPI document.')

/**
 * Routes of the OpenAPI document and of the page that shows it.
 * @param groups called only when a request arrives, since the groups include these routes
 */
export function documentationRoutes(groups: () => readonly RouteGroup[]): readonly Route[] {
  const getDocument = memoizeByKey((links: Links) => buildDocument(groups(), links))
  const getReply = memoizeByKey((document: OpenApi) => serialize(json(document)))
  const getPages = memoizeByKey((): Map<string, Reply> => new Map())
  return [
    route({
      method: 'GET',
      path: '/api/v2/openapi.json',
      summary: 'Get the OpenAPI document',
      responses: { 200: openApi },
      async handle({ links }) {
        return getReply(getDocument(links))
      },
    }),
    route({
      method: 'GET',
      path: '/api/v2/docs/',
      summary: 'Show the API reference',
      responses: { 200: htmlPage },
      async handle(request) {
        const { catalog, links } = request
        const document = getDocument(links)
        const pages = getPages(document)
        const siteName = await getSiteName(catalog.reads)
        const visit = createVisit(
          { links, target: '/api/v2/docs/', language: () => 'en' },
          { session: undefined, siteName, site: catalog.config },
        )
        const page = pages.get(siteName) ?? serialize(renderDocumentationPage({ document, visit }))
        pages.set(siteName, page)
        return page
      },
    }),
  ]
}

/** Memoizes `create` for as long as the key is in memory. */
function memoizeByKey<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>()
  return (key) => {
    const existing = values.get(key)
    if (existing !== undefined) return existing
    const value = create(key)
    values.set(key, value)
    return value
  }
}
