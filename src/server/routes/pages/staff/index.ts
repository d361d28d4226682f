import type { Route } from '../../../route.ts'
import { flagsPageRoute, resolveFlagRoute } from './flags.ts'

/** The pages for staff. */
export const staffRoutes: readonly Route[] = [flagsPageRoute, resolveFlagRoute]
