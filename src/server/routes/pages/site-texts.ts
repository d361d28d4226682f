import { notFound } from '../../../core/base/errors.ts'
import { SITE_TEXTS } from '../../../core/config/site-settings.ts'
import type { Route } from '../../http/route.ts'
import { createSiteTextPage } from '../../pages/site-text.ts'
import { pageRoute } from './page-route.ts'

/** The pages about the community, its imprint, privacy and contact. */
export const siteTextRoutes: readonly Route[] = SITE_TEXTS.map((name) =>
  pageRoute({
    path: `/${name}/`,
    mayLag: true,
    summary: `Show the text of the setting ${name}`,
    errorResponses: { 404: 'The server has no such text.' },
    async show(visit) {
      const text = visit.site[name]
      if (text === null) throw notFound('This server has no such text.')
      return createSiteTextPage(visit, name, text)
    },
  }),
)
