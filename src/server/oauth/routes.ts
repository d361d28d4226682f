import type { Route } from '../http/route.ts'
import { authorizeRoutes } from './authorize.ts'
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

/** Sign-in pages. */
export const signInRoutes: readonly Route[] = [...signInPageRoutes, ...osmSignInRoutes]
