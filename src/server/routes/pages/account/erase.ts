import { z } from 'zod'
import { forgetUser } from '../../../../core/writes/users/forget-user.ts'
import { logUserForgotten } from '../../../../core/auth/security-events.ts'
import { requireActive } from '../../../../core/auth/suspension.ts'
import { countRequest } from '../../../../core/auth/limits/count-request.ts'
import { invalid } from '../../../../core/base/errors.ts'
import { getUserDetail } from '../../../../core/queries/people/host-users.ts'
import { createErasePage } from '../../../pages/account/erase.ts'
import { emptyDraft } from '../../../pages/draft.ts'
import { signedOutHeaders } from '../../../oauth/browser-session.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'

const PATH = '/account/erase/'

export const erasePageRoute = privatePageRoute({
  path: PATH,
  summary: 'Ask whether to erase the account',
  access: 'user',
  show: async (visit) => createErasePage(visit, emptyDraft()),
})

export const eraseFormRoute = formRoute({
  path: PATH,
  summary: 'Erase the account',
  access: 'user',
  fields: z.object({ name: z.string().describe('The name of the user, as a confirmation.') }),
  async submit({ visit, fields, request: { catalog, links } }) {
    const { userId, username } = visit.session
    await countRequest(catalog, 'erasures', userId)
    if (fields.name.trim() !== username.trim()) throw invalid('name', ['other_name'])
    const { sessions, authorizations } = await getUserDetail(catalog.reads, userId)
    await catalog.write(async (tx) => {
      // Otherwise a suspended user could start afresh.
      await requireActive(tx, userId)
      await forgetUser(tx, userId, { actor: { userId }, now: catalog.clock.now() })
    })
    logUserForgotten(catalog.log, { user: userId, sessions, authorizations })
    return { redirectTo: links.base('/'), headers: signedOutHeaders(links) }
  },
  showAgain: async (visit, draft) => createErasePage(visit, draft),
})
