import { oauthRoutes, signInRoutes } from '../oauth/routes.ts'
import type { RouteGroup } from '../openapi/document.ts'
import type { Route } from '../http/route.ts'
import { activityRoutes } from './activity.ts'
import { auditRoutes } from './audit.ts'
import { basemapRoutes } from './basemap.ts'
import { changesRoutes } from './changes.ts'
import { collectionRoutes } from './collections.ts'
import { commentRoutes } from './comments.ts'
import { crawlerRoutes } from './crawlers.ts'
import { flagRoutes } from './flags.ts'
import { feedRoutes } from './feeds.ts'
import { documentationRoutes } from './documentation.ts'
import { georeferenceRoutes } from './georeferences.ts'
import { imageApiRoutes } from './image-api.ts'
import { imageContributionRoutes } from './image-contributions.ts'
import { imageRoutes } from './images.ts'
import { importBatchRoutes } from './import-batches.ts'
import { importRoutes } from './import.ts'
import { jobApiRoutes } from './jobs.ts'
import { settingRoutes } from './settings.ts'
import { licenseRoutes } from './licenses.ts'
import { mediaRoutes } from './media.ts'
import { moderationRoutes } from './moderation.ts'
import { placingRoutes } from './placing.ts'
import { oaiRoutes } from './oai.ts'
import { oembedRoute } from './oembed.ts'
import { pageRoutes } from './pages/index.ts'
import { changeDiscoveryRoutes } from './change-discovery.ts'
import { presentationRoutes } from './presentation.ts'
import { queueRoutes } from './queues.ts'
import { reportRoutes } from './reports.ts'
import { searchRoutes } from './search.ts'
import { siteRoutes } from './site.ts'
import { sourceRoutes } from './sources.ts'
import { statisticsRoutes } from './statistics.ts'
import { subjectRoutes } from './subjects.ts'
import { tileRoutes } from './tiles.ts'
import { tagRoutes } from './tags.ts'
import { uploadRoutes } from './upload.ts'
import { userRoutes } from './users.ts'

/** All routes, under the headings of the API reference. */
export const routeGroups: readonly RouteGroup[] = [
  {
    name: 'Sources',
    description: 'Institutions that contribute images.',
    routes: sourceRoutes,
  },
  {
    name: 'Collections',
    description: 'Sets of images of one source. Every image belongs to exactly one collection.',
    routes: collectionRoutes,
  },
  {
    name: 'Images',
    description: 'Photographs, drawings and postcards, with their metadata.',
    routes: [...imageRoutes, ...imageContributionRoutes],
  },
  {
    name: 'Subjects',
    description: 'Things that appear in images: buildings, people, monuments, parks.',
    routes: subjectRoutes,
  },
  {
    name: 'Georeferences',
    description: 'Camera positions and the areas that from-above images cover, as GeoJSON.',
    routes: georeferenceRoutes,
  },
  {
    name: 'Tiles',
    description: 'Georeferences as vector tiles, for maps of any number of images.',
    routes: tileRoutes,
  },
  {
    name: 'Contributions',
    description:
      'What people contribute: places of images, checks of places, comments, tags and reports, and the queues of images that wait for them. Nothing is written anonymously.',
    routes: [...placingRoutes, ...commentRoutes, ...tagRoutes, ...reportRoutes, ...queueRoutes],
  },
  {
    name: 'Moderation',
    description:
      'What staff decide about users, comments, reports, jobs and settings. The audit log keeps every decision.',
    routes: [...moderationRoutes, ...flagRoutes, ...jobApiRoutes, ...settingRoutes, ...auditRoutes],
  },
  {
    name: 'Search',
    description:
      'Find public images by their texts, or by what they show on the map. Duplicates are left out.',
    routes: searchRoutes,
  },
  {
    name: 'Users',
    description: 'People who placed images on the map.',
    routes: userRoutes,
  },
  {
    name: 'Activity',
    description: 'Recent contributions to the site.',
    routes: activityRoutes,
  },
  {
    name: 'Changes',
    description: 'What changed, was hidden or was deleted since a client last asked.',
    routes: changesRoutes,
  },
  {
    name: 'OAI-PMH',
    description: 'Records for harvesters, by the protocol of the Open Archives Initiative.',
    routes: oaiRoutes,
  },
  {
    name: 'Licenses',
    description: 'Licenses under which images are published.',
    routes: licenseRoutes,
  },
  {
    name: 'Statistics',
    description: 'Counts for the whole site.',
    routes: statisticsRoutes,
  },
  {
    name: 'Import',
    description:
      'Import an image in three steps: request an upload slot, upload the file, commit the slot.',
    routes: [...importRoutes, ...importBatchRoutes, ...uploadRoutes],
  },
  {
    name: 'Files',
    description: 'Image files, at the URLs that other responses contain.',
    routes: [...mediaRoutes, ...basemapRoutes],
  },
  {
    name: 'IIIF images',
    description: 'Images and their regions in any size, for viewers of the IIIF Image API.',
    routes: imageApiRoutes,
  },
  {
    name: 'IIIF manifests',
    description:
      'Manifests and collections of the IIIF Presentation API 3.0, for viewers, and their changes (Change Discovery API 1.0), for search engines.',
    routes: [...presentationRoutes, ...changeDiscoveryRoutes],
  },
  {
    name: 'Apps and tokens',
    description: 'OAuth 2.1 with PKCE, for apps that act on behalf of a user.',
    routes: oauthRoutes,
  },
  {
    name: 'Documentation',
    description: 'This reference.',
    routes: documentationRoutes(() => routeGroups),
  },
  {
    name: 'Pages',
    description: 'Web pages, sign-in, health checks, and what other sites request.',
    routes: [
      ...siteRoutes,
      ...crawlerRoutes,
      ...feedRoutes,
      oembedRoute,
      ...signInRoutes,
      ...pageRoutes,
    ],
  },
]

export const routes: readonly Route[] = routeGroups.flatMap(({ routes }) => routes)
