import type { Route } from '../route.ts'
import { oauthRoutes } from '../oauth/routes.ts'
import { importRoutes } from './import.ts'
import { licenseRoutes } from './licenses.ts'
import { uploadRoutes } from './upload.ts'

/** Every route of the service. */
export const routes: readonly Route[] = [
  ...oauthRoutes,
  ...licenseRoutes,
  ...importRoutes,
  ...uploadRoutes,
]
