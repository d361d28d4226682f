import type { Session } from '../../core/auth/sessions.ts'
import { formBody } from '../middleware/read-body.ts'
import { seeOther } from '../pages/responses.ts'
import { redirect } from '../reply.ts'
import { route, type Route, type RouteRequest } from '../route.ts'
import { PRIVATE_HEADERS, requireCsrfToken, findBrowserSession } from './browser-session.ts'

interface AccountForm {
  path: string
  summary: string
  /** Name of the notice that the account page shows afterwards. */
  notice: string
  submit: (request: RouteRequest<unknown, URLSearchParams>, session: Session) => Promise<void>
}

/**
 * Declares the route of a form on the account page. The form must contain the session's CSRF token, since browsers
 * may send cookies with forms of other sites, too.
 */
export function accountFormRoute({ path, summary, notice, submit }: AccountForm): Route {
  return route({
    method: 'POST',
    path,
    summary,
    responses: { 303: seeOther },
    errorResponses: { 403: 'The form does not belong to this session.' },
    errorFormat: 'page',
    body: formBody,
    async handle(request) {
      const { links, body } = request
      const session = await findBrowserSession(request)
      if (!session) return redirect(links.base('/account/'), PRIVATE_HEADERS)
      requireCsrfToken(session, body)
      await submit(request, session)
      return redirect(links.base(`/account/?done=${notice}`), PRIVATE_HEADERS)
    },
  })
}
