import { oauthRoutes, signInRoutes } from '../oauth/routes.ts'
import type { RouteGroup } from '../openapi/document.ts'
import type { Route } from '../route.ts'
import { activityRoutes } from './activity.ts'
import { collectionRoutes } from './collections.ts'
import { documentationRoutes } from './documentation.ts'
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

/** Every route of the service, under the headings of its documentation. */
export const routeGroups: readonly RouteGroup[] = [
  {
    name: 'Sources',
    description: 'Institutions that contribute images.',
    routes: sourceRoutes,
  },
  {
    name: 'Collections',
    description: 'Parts of sources; every image belongs to one.',
    routes: collectionRoutes,
  },
  {
    name: 'Images',
    description: 'Photographs, drawings, postcards and what is known of them.',
    routes: imageRoutes,
  },
  {
    name: 'Subjects',
    description: 'Things that appear in images: buildings, people, monuments, parks.',
    routes: subjectRoutes,
  },
  {
    name: 'Georeferences',
    description: 'Where images were taken, and which areas they cover, as GeoJSON.',
    routes: georeferenceRoutes,
  },
  {
    name: 'Users',
    description: 'Who placed images on the map.',
    routes: userRoutes,
  },
  {
    name: 'Activity',
    description: 'What happened lately.',
    routes: activityRoutes,
  },
  {
    name: 'Licenses',
    description: 'Terms of use that images may have.',
    routes: licenseRoutes,
  },
  {
    name: 'Statistics',
    description: 'Figures about the site.',
    routes: statisticsRoutes,
  },
  {
    name: 'Import',
    description: 'How pictures get in: ask for a slot, upload the file, commit it.',
    routes: [...importRoutes, ...uploadRoutes],
  },
  {
    name: 'Files',
    description: 'The bytes of pictures, at the addresses that other answers name.',
    routes: mediaRoutes,
  },
  {
    name: 'Apps and tokens',
    description: 'How a program may act for a person: OAuth 2.1 with PKCE.',
    routes: oauthRoutes,
  },
  {
    name: 'Documentation',
    description: 'What you are reading.',
    routes: documentationRoutes(() => routeGroups),
  },
  {
    name: 'Pages',
    description: 'For people, and for those who look after the service.',
    routes: [...siteRoutes, ...signInRoutes],
  },
]

export const routes: readonly Route[] = routeGroups.flatMap(({ routes }) => routes)
