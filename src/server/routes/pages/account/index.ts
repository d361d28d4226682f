import type { Route } from '../../../http/route.ts'
import { accountPageRoute } from './account.ts'
import { withdrawConsentRoute } from './apps.ts'
import { eraseFormRoute, erasePageRoute } from './erase.ts'
import { accountExportRoute } from './export.ts'
import { endSessionRoute } from './sessions.ts'
import { workPageRoute } from './work.ts'

/** The pages of a signed-in user's own account. */
export const accountRoutes: readonly Route[] = [
  accountPageRoute,
  withdrawConsentRoute,
  endSessionRoute,
  workPageRoute,
  accountExportRoute,
  erasePageRoute,
  eraseFormRoute,
]
