import { formatTimestamp } from '../../core/base/clock.ts'
import { trusted, type Html } from '../../core/base/html.ts'
import type { SiteTextName } from '../../core/config/site-settings.ts'
import type { SitemapPage, SitemapPages } from '../../core/queries/site/sitemap.ts'
import type { Links } from '../http/links.ts'
import { xml } from '../http/xml.ts'

/** Documents of the Sitemaps protocol 0.9, which tell search engines the addresses of all pages. */

const NAMESPACE = trusted('xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"')

const LISTS = [
  '/',
  '/images/',
  '/sources/',
  '/collections/',
  '/subjects/',
  '/contributors/',
  '/activity/',
]

/** @param numbers of the sitemaps of images */
export function presentSitemapIndex(numbers: readonly number[], links: Links): Html {
  const addresses = ['pages', ...numbers].map((name) => links.base(`/sitemap-${name}.xml`))
  return xml`<sitemapindex ${NAMESPACE}>
${addresses.map((address) => xml`<sitemap><loc>${address}</loc></sitemap>\n`)}</sitemapindex>
`
}

/** @param texts those that the community has set */
export function presentPageSitemap(
  pages: SitemapPages,
  { links, texts }: { links: Links; texts: readonly SiteTextName[] },
): Html {
  const lists = [...LISTS, ...texts.map((name) => `/${name}/`)]
  return renderUrls([
    ...lists.map((path) => xml`<url><loc>${links.base(path)}</loc></url>\n`),
    ...presentPages(pages.sources, (slug) => links.base(`/sources/${slug}/`)),
    ...presentPages(pages.collections, (id) => links.base(`/collections/${id}/`)),
    ...presentPages(pages.subjects, (slug) => links.base(`/subjects/${slug}/`)),
  ])
}

export function presentImageSitemap(images: readonly SitemapPage<number>[], links: Links): Html {
  return renderUrls(presentPages(images, (id) => links.image(id)))
}

function presentPages<Key>(
  pages: readonly SitemapPage<Key>[],
  toUrl: (key: Key) => string,
): Html[] {
  return pages.map(({ key, changedAt }) => {
    const [day] = formatTimestamp(changedAt).split('T')
    return xml`<url><loc>${toUrl(key)}</loc><lastmod>${day}</lastmod></url>\n`
  })
}

function renderUrls(urls: readonly Html[]): Html {
  return xml`<urlset ${NAMESPACE}>
${urls}</urlset>
`
}
