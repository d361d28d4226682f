import { SITE_TEXTS } from '../../core/config/site-settings.ts'
import { notFound } from '../../core/base/errors.ts'
import {
  listImageSitemaps,
  readSitemapImages,
  readSitemapPages,
} from '../../core/queries/site/sitemap.ts'
import { ONE_DAY, ONE_WEEK } from '../http/cache-control.ts'
import { parseId } from '../http/parse-id.ts'
import {
  presentImageSitemap,
  presentPageSitemap,
  presentSitemapIndex,
} from '../presenters/sitemap.ts'
import { route } from '../http/route.ts'
import { xmlDocument } from '../http/xml.ts'

/** A sitemap has thousands of addresses, which crawlers need only now and then. */
const SITEMAPS_PER_MINUTE = 60

/** Paths with forms and endless lists. All images are in the sitemap. */
const DISALLOWED = [
  'oauth/',
  'login/',
  'account/',
  'staff/',
  'check/',
  'georeference/',
  'polygonal-georeference/',
  'search/',
  'images/?',
  'activity/?',
  '*/?compare=',
]

const SITEMAP = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': ONE_DAY }

const sitemapResponse = { description: 'An XML file.', types: ['application/xml'] }

/** Routes for crawlers: robots.txt and sitemaps. */
export const crawlerRoutes = [
  route({
    method: 'GET',
    path: '/robots.txt',
    summary: 'Get the rules for web crawlers',
    responses: { 200: { description: 'The robots.txt file.', types: ['text/plain'] } },
    async handle({ links }) {
      const { pathname } = new URL(links.base('/'))
      const disallowed = DISALLOWED.map((path) => `Disallow: ${pathname}${path}\n`)
      const sitemap = `\nSitemap: ${links.base('/sitemap.xml')}\n`
      const body = `User-agent: *\n${disallowed.join('')}${sitemap}`
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': ONE_WEEK }
      return { status: 200, body, headers }
    },
  }),
  route({
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'Get the index of the sitemaps',
    responses: { 200: sitemapResponse },
    cacheable: true,
    mayLag: true,
    async handle({ catalog, links }) {
      const numbers = await listImageSitemaps(catalog.reads)
      return xmlDocument(presentSitemapIndex(numbers, links), SITEMAP)
    },
  }),
  route({
    method: 'GET',
    path: '/sitemap-pages.xml',
    summary: 'Get the sitemap of sources, collections and subjects',
    responses: { 200: sitemapResponse },
    perMinute: SITEMAPS_PER_MINUTE,
    async handle({ catalog, links }) {
      const pages = await readSitemapPages(catalog.reads)
      const texts = SITE_TEXTS.filter((name) => catalog.config[name] !== null)
      return xmlDocument(presentPageSitemap(pages, { links, texts }), SITEMAP)
    },
  }),
  route({
    method: 'GET',
    path: '/sitemap-:number.xml',
    summary: 'Get a sitemap of images',
    responses: { 200: sitemapResponse },
    errorResponses: { 404: 'The sitemap would be empty.' },
    perMinute: SITEMAPS_PER_MINUTE,
    async handle({ catalog, params, links }) {
      const number = parseId(params.number, 'Sitemap')
      const images = await readSitemapImages(catalog.reads, number)
      if (images.length === 0) throw notFound('Sitemap not found.')
      return xmlDocument(presentImageSitemap(images, links), SITEMAP)
    },
  }),
]
