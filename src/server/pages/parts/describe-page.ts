import type { Image } from '../../../core/contract/image.ts'
import type { Visit } from '../visit.ts'
import { SCHEMA_ORG } from './json-ld.ts'
import type { Paging } from './pager.ts'
import { chooseTagline } from './translated.ts'

interface ListedPage {
  name: string
  /** The preferred URL of the page. */
  url: string
  description?: string
  /** The entries that the page shows. */
  items: readonly { url: string; name: string }[]
  /** Number of all entries. */
  count: number
  /** The page of the list, the first one by default. */
  page?: Paging['page']
}

/** Describes the catalog with its search, as a `WebSite` of schema.org. */
export function describeWebSite(visit: Visit): object {
  const { links } = visit
  return {
    '@context': SCHEMA_ORG,
    ...describeSite(visit),
    description: chooseTagline(visit).text,
    inLanguage: visit.language,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${links.base('/search/')}?q={text}`,
      'query-input': 'required name=text',
    },
  }
}

/** Describes a page with a list, as a `CollectionPage` of schema.org. */
export function describeListPage(
  visit: Visit,
  { name, url, description = '', items, count, page }: ListedPage,
): object {
  const before = page ? (page.number - 1) * page.size : 0
  return {
    '@context': SCHEMA_ORG,
    '@type': 'CollectionPage',
    name,
    url,
    ...(description !== '' && { description }),
    inLanguage: visit.language,
    isPartOf: describeSite(visit),
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: count,
      itemListElement: items.map((item, index) => ({
        '@type': 'ListItem',
        position: before + index + 1,
        url: item.url,
        name: item.name,
      })),
    },
  }
}

/** The entries of a page that lists images. */
export function listImageItems({ links }: Visit, images: readonly Image[]): ListedPage['items'] {
  return images.map(({ id, title }) => ({ url: links.image(id), name: title }))
}

function describeSite({ siteName, links }: Visit): object {
  return { '@type': 'WebSite', name: siteName, url: links.base('/') }
}
