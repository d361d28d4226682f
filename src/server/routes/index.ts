import { oauthRoutes } from '../oauth/routes.ts'
import type { Route } from '../route.ts'
import { activityRoutes } from './activity.ts'
import { collectionRoutes } from './collections.ts'
import { georeferenceRoutes } from './georeferences.ts'
import { imageRoutes } from './images.ts'
import { importRoutes } from './import.ts'
import { licenseRoutes } from './licenses.ts'
import { mediaRoutes } from './media.ts'
import { siteRoutes } from './site.ts'
import { sourceRoutes } from './sources.ts'
import { statisticsRoutes } from './statistics.ts'
import { subjectRoutes } from './subjects.ts'
import { uploadRoutes } from './upload.ts'
import { userRoutes } from './users.ts'

/** Every route of the service. */
export const routes: readonly Route[] = [
  ...siteRoutes,
  ...sourceRoutes,
  ...collectionRoutes,
  ...imageRoutes,
  ...subjectRoutes,
  ...georeferenceRoutes,
  ...userRoutes,
  ...licenseRoutes,
  ...statisticsRoutes,
  ...activityRoutes,
  ...importRoutes,
  ...uploadRoutes,
  ...mediaRoutes,
  ...oauthRoutes,
]
