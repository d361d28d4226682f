import type { Route } from '../route.ts'
import { accountRoutes } from './account.ts'
import { authorizeRoutes } from './authorize.ts'
import { endSessionRoutes } from './end-sessions.ts'
import { meRoutes } from './me.ts'
import { metadataRoutes } from './metadata.ts'
import { osmSignInRoutes } from './osm-sign-in.ts'
import { registrationRoutes } from './registration.ts'
import { revokeRoutes } from './revoke.ts'
import { signInPages } from './sign-in.ts'
import { tokenRoutes } from './token.ts'

/** Letting apps act for people. */
export const oauthRoutes: readonly Route[] = [
  ...registrationRoutes,
  ...authorizeRoutes,
  ...tokenRoutes,
  ...revokeRoutes,
  ...metadataRoutes,
  ...meRoutes,
]

/** Signing people in, and what they may do then. */
export const signInRoutes: readonly Route[] = [
  ...signInPages,
  ...osmSignInRoutes,
  ...accountRoutes,
  ...endSessionRoutes,
]
