import { accountExport } from '../../../../core/contract/account-export.ts'
import { writeAccountExport } from '../../../export/account-export.ts'
import { findBrowserSession, redirectToSignIn } from '../../../oauth/browser-session.ts'
import { seeOther } from '../../../pages/responses.ts'
import { route } from '../../../http/route.ts'

export const accountExportRoute = route({
  method: 'GET',
  path: '/account/export/',
  summary: 'Download everything that is stored about the user',
  responses: { 200: accountExport, 303: seeOther },
  errorFormat: 'page',
  perMinute: 10,
  async handle(request) {
    const session = await findBrowserSession(request)
    if (!session) return redirectToSignIn(request)
    return {
      status: 200,
      body: null,
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': 'attachment; filename="account.json"',
        'Cache-Control': 'no-store',
      },
      stream: writeAccountExport(request.catalog, session.userId),
    }
  },
})
