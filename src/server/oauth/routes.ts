import type { Route } from '../route.ts'
import { accountRoutes } from './account.ts'
import { authorizeRoutes } from './authorize.ts'
import { meRoutes } from './me.ts'
import { metadataRoutes } from './metadata.ts'
import { osmSignInRoutes } from './osm-sign-in.ts'
import { registrationRoutes } from './registration.ts'
import { revokeRoutes } from './revoke.ts'
import { signInRoutes } from './sign-in.ts'
import { tokenRoutes } from './token.ts'

/** Signing people in, and letting apps act for them. */
export const oauthRoutes: readonly Route[] = [
  ...registrationRoutes,
  ...authorizeRoutes,
  ...tokenRoutes,
  ...revokeRoutes,
  ...metadataRoutes,
  ...meRoutes,
  ...signInRoutes,
  ...osmSignInRoutes,
  ...accountRoutes,
]
