import type { Route } from '../../../http/route.ts'
import { commentFormRoutes } from './comments.ts'
import { collectionImageRoutes } from './collection-images.ts'
import { flagsPageRoute, hideFlaggedRoute, resolveFlagRoute } from './flags.ts'
import { staffImageRoutes } from './images.ts'
import { historyRoutes } from './history.ts'
import { importsPageRoute } from './imports.ts'
import { jobRoutes } from './jobs.ts'
import { staffLicenseRoutes } from './licenses.ts'
import { staffPageRoute } from './overview.ts'
import { peopleRoutes } from './people.ts'
import { revertPersonRoutes } from './revert-person.ts'
import { staffSettingRoutes } from './settings.ts'
import { staffSourceRoutes } from './sources.ts'
import { staffSubjectRoutes } from './subjects.ts'

/** The pages for staff. */
export const staffRoutes: readonly Route[] = [
  staffPageRoute,
  flagsPageRoute,
  resolveFlagRoute,
  hideFlaggedRoute,
  importsPageRoute,
  ...jobRoutes,
  ...historyRoutes,
  ...peopleRoutes,
  ...revertPersonRoutes,
  ...commentFormRoutes,
  ...staffImageRoutes,
  ...staffSourceRoutes,
  ...collectionImageRoutes,
  ...staffSubjectRoutes,
  ...staffLicenseRoutes,
  ...staffSettingRoutes,
]
