import type { Route } from '../../http/route.ts'
import { accountRoutes } from './account/index.ts'
import { activityPageRoute } from './activity.ts'
import { collectionListPageRoute, collectionPageRoute } from './collections.ts'
import { checkFormRoute, checkPageRoute } from './check.ts'
import { contributeRoutes } from './contribute.ts'
import { contributorListPageRoute, contributorPageRoute } from './contributors.ts'
import { areaEditorRoute, areaFormRoute } from './editor/area-editor.ts'
import { findPlaceRoute } from './editor/find-place.ts'
import { leaveImageRoutes } from './editor/leave-image.ts'
import { nearRoute } from './editor/near.ts'
import { undoRoutes } from './editor/undo.ts'
import { pointEditorRoute } from './editor/point-editor.ts'
import { pointFormRoute } from './editor/point-form.ts'
import { embedPageRoute } from './embed.ts'
import { homePageRoute } from './home.ts'
import { imageListPageRoute } from './image-list.ts'
import { imagePageRoute } from './image.ts'
import { mapPageRoute, mapPicturesPageRoute } from './map.ts'
import { searchPageRoute } from './search.ts'
import { imageContributionPageRoutes } from './image-contributions.ts'
import { similarPageRoute } from './similar.ts'
import { siteTextRoutes } from './site-texts.ts'
import { sourceListPageRoute, sourcePageRoute } from './sources.ts'
import { staffRoutes } from './staff/index.ts'
import { viewerRoute } from './viewer.ts'
import { subjectListPageRoute, subjectPageRoute } from './subjects.ts'

/** The web pages. */
export const pageRoutes: readonly Route[] = [
  homePageRoute,
  ...siteTextRoutes,
  imagePageRoute,
  embedPageRoute,
  similarPageRoute,
  ...imageContributionPageRoutes,
  imageListPageRoute,
  mapPageRoute,
  mapPicturesPageRoute,
  sourceListPageRoute,
  sourcePageRoute,
  collectionListPageRoute,
  collectionPageRoute,
  subjectListPageRoute,
  subjectPageRoute,
  contributorListPageRoute,
  contributorPageRoute,
  activityPageRoute,
  searchPageRoute,
  viewerRoute,
  pointEditorRoute,
  nearRoute,
  pointFormRoute,
  areaEditorRoute,
  areaFormRoute,
  ...leaveImageRoutes,
  ...undoRoutes,
  findPlaceRoute,
  checkPageRoute,
  checkFormRoute,
  ...contributeRoutes,
  ...accountRoutes,
  ...staffRoutes,
]
