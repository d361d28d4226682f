import type { Route } from '../../route.ts'
import { homePageRoute } from './home.ts'
import { imagePageRoute } from './image.ts'
import { searchPageRoute } from './search.ts'

/** The public web pages. */
export const pageRoutes: readonly Route[] = [homePageRoute, imagePageRoute, searchPageRoute]
