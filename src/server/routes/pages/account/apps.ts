import { z } from 'zod'
import { withdrawConsent } from '../../../../core/auth/consent.ts'
import { logConsentWithdrawn } from '../../../../core/auth/security-events.ts'
import { formRoute } from '../form-route.ts'

export const withdrawConsentRoute = formRoute({
  path: '/account/withdraw/',
  summary: 'Withdraw an app’s access',
  access: 'user',
  pagePath: () => '/account/',
  fields: z.object({ client_id: z.string() }),
  async submit({ visit, fields, request: { catalog, links } }) {
    const { userId } = visit.session
    const clientId = fields.client_id
    const grants = await catalog.write((tx) => withdrawConsent(tx, { userId, clientId }))
    if (grants) logConsentWithdrawn(catalog.log, { user: userId, client: clientId, grants })
    return { redirectTo: links.base('/account/?done=withdrawn') }
  },
})
