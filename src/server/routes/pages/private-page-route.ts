import type { output, ZodType } from 'zod'
import { redirectToSignIn } from '../../oauth/browser-session.ts'
import { CSRF_PAGE_HEADERS } from '../../pages/csrf-field.ts'
import { renderPage } from '../../pages/layout.ts'
import { htmlPage, seeOther } from '../../pages/responses.ts'
import { isSignedIn, startVisit, type SignedInVisit } from '../../pages/visit.ts'
import { redirect } from '../../http/reply.ts'
import { route, type Route, type RouteDeclaration, type RouteRequest } from '../../http/route.ts'
import { ACCESS_ERRORS, requirePageAccess, type PageAccess } from './page-access.ts'
import type { Shown } from './page-route.ts'

interface PrivatePageDeclaration<Q extends ZodType> extends Pick<
  RouteDeclaration,
  'path' | 'pathPattern' | 'summary' | 'errorResponses' | 'perMinute'
> {
  access: PageAccess
  query?: Q
  show: (visit: SignedInVisit, request: RouteRequest<output<Q>>) => Promise<Shown>
}

/** Declares the route of a page for signed-in users, usually with forms. Others are redirected to the sign-in. */
export function privatePageRoute<Q extends ZodType = ZodType>({
  access,
  show,
  errorResponses,
  ...declaration
}: PrivatePageDeclaration<Q>): Route {
  return route({
    ...declaration,
    method: 'GET',
    responses: { 200: htmlPage, 303: seeOther },
    errorResponses: { ...(access === 'staff' && { 403: ACCESS_ERRORS.staff }), ...errorResponses },
    errorFormat: 'page',
    async handle(request) {
      const visit = await startVisit(request)
      if (!isSignedIn(visit)) return redirectToSignIn(request)
      requirePageAccess(visit, access)
      const shown = await show(visit, request)
      if ('redirectTo' in shown) return redirect(shown.redirectTo)
      return renderPage(visit, { ...shown, headers: { ...CSRF_PAGE_HEADERS, ...shown.headers } })
    },
  })
}
