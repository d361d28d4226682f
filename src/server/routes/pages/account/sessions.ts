import { z } from 'zod'
import { parseFieldId } from '../../../http/parse-id.ts'
import { endOneSession, endOtherSessions } from '../../../oauth/end-sessions.ts'
import { formRoute } from '../form-route.ts'

export const endSessionRoute = formRoute({
  path: '/account/sessions/end/',
  summary: 'Sign out of other browsers',
  access: 'user',
  pagePath: () => '/account/',
  fields: z.object({ session: z.string().describe('The id of a session, or `others`.') }),
  async submit({ visit: { session }, fields, request: { catalog, links } }) {
    if (fields.session === 'others') await endOtherSessions(catalog, session)
    else await endOneSession(catalog, session, parseFieldId(fields.session))
    return { redirectTo: links.base('/account/?done=ended') }
  },
})
