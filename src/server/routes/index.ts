import type { Route } from '../route.ts'
import { oauthRoutes } from '../oauth/routes.ts'
import { licenseRoutes } from './licenses.ts'

/** Every route of the service. */
export const routes: readonly Route[] = [...oauthRoutes, ...licenseRoutes]
