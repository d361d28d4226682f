import type { Route } from '../route.ts'
import { accountRoutes } from './account.ts'
import { authorizeRoutes } from './authorize.ts'
import { endSessionRoutes } from './end-sessions.ts'
import { meRoutes } from './me.ts'
import { metadataRoutes } from './metadata.ts'
import { osmSignInRoutes } from './osm-sign-in.ts'
import { registrationRoutes } from './registration.ts'
import { revokeRoutes } from './revoke.ts'
import { signInPageRoutes } from './sign-in.ts'
import { tokenRoutes } from './token.ts'

/** OAuth endpoints for apps. */
export const oauthRoutes: readonly Route[] = [
  ...registrationRoutes,
  ...authorizeRoutes,
  ...tokenRoutes,
  ...revokeRoutes,
  ...metadataRoutes,
  ...meRoutes,
]

/** Sign-in and account pages. */
export const signInRoutes: readonly Route[] = [
  ...signInPageRoutes,
  ...osmSignInRoutes,
  ...accountRoutes,
  ...endSessionRoutes,
]
