import type { Route } from '../../../route.ts'
import { flagsPageRoute, resolveFlagRoute } from './flags.ts'
import { staffPageRoute } from './overview.ts'

/** The pages for staff. */
export const staffRoutes: readonly Route[] = [staffPageRoute, flagsPageRoute, resolveFlagRoute]
