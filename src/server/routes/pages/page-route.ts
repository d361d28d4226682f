import type { output, ZodType } from 'zod'
import { renderPage, type Page } from '../../pages/layout.ts'
import { cachedPage, seeOther } from '../../pages/responses.ts'
import { startVisit, type Visit } from '../../pages/visit.ts'
import { redirect, type Reply } from '../../http/reply.ts'
import { route, type Route, type RouteDeclaration, type RouteRequest } from '../../http/route.ts'

/** A page, or the URL of the page to show instead. */
export type Shown = Page | { redirectTo: string; headers?: Reply['headers'] }

interface PageDeclaration<Q extends ZodType> extends Pick<
  RouteDeclaration,
  'path' | 'pathPattern' | 'mayLag' | 'summary' | 'errorResponses' | 'handlerInput'
> {
  query?: Q
  /** Whether it may lead to another page. */
  hasRedirects?: true
  show: (visit: Visit, request: RouteRequest<output<Q>>) => Promise<Shown>
}

/**
 * Declares the route of a public page: in the visitor's language, with their session, and cached for visitors
 * without one. Its errors are pages, too.
 */
export function pageRoute<Q extends ZodType = ZodType>({
  show,
  hasRedirects,
  ...declaration
}: PageDeclaration<Q>): Route {
  return route({
    ...declaration,
    method: 'GET',
    responses: { ...cachedPage, ...(hasRedirects && { 303: seeOther }) },
    cacheable: 'page',
    errorFormat: 'page',
    async handle(request) {
      const visit = await startVisit(request)
      const shown = await show(visit, request)
      if ('redirectTo' in shown) return redirect(shown.redirectTo, shown.headers)
      return renderPage(visit, shown)
    },
  })
}
