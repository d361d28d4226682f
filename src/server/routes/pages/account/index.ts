import type { Route } from '../../../route.ts'
import { accountPageRoute } from './account.ts'
import { withdrawConsentRoute } from './apps.ts'
import { endSessionRoute } from './sessions.ts'

/** The pages of a signed-in user's own account. */
export const accountRoutes: readonly Route[] = [
  accountPageRoute,
  withdrawConsentRoute,
  endSessionRoute,
]
