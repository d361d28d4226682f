import type { Collection } from '../../../core/contract/collection.ts'
import { NDJSON } from '../../../core/model/ndjson.ts'
import { DATA_FILES, LATEST, LICENSE_FILE } from '../../../core/model/published-files.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'
import { renderJsonLd, SCHEMA_ORG } from './json-ld.ts'

/** Describes what `catalog publish` writes, as a `DataCatalog` of schema.org. Nothing without its address. */
export function renderCatalogData(visit: Visit): Html | null {
  const { siteName, messages, language, links } = visit
  const latest = findLatest(visit)
  if (latest === null) return null
  const named = {
    name: messages.data.name(siteName),
    description: messages.data.description(siteName),
    url: links.base('/'),
    inLanguage: language,
  }
  const distribution = DATA_FILES.map(({ name, mediaType }) =>
    describeDownload(`${latest}/${name}`, mediaType),
  )
  const dataset = { '@type': 'Dataset', ...named, ...describeTerms(latest), distribution }
  return html` ${renderJsonLd({ '@context': SCHEMA_ORG, '@type': 'DataCatalog', ...named, dataset })}`
}

/** Describes the data of a collection as a `Dataset`, which exports of the API contain. Nothing if data are not published. */
export function renderCollectionData(
  visit: Visit,
  { id, name, description, source }: Collection,
): Html | null {
  const { siteName, messages, links } = visit
  const latest = findLatest(visit)
  if (latest === null) return null
  const summary = messages.data.collection(name, source.name)
  return html` ${renderJsonLd({
    '@context': SCHEMA_ORG,
    '@type': 'Dataset',
    name,
    // Search engines leave out data sets with short descriptions.
    description: `${summary} ${description}`.trim(),
    url: links.base(`/collections/${id}/`),
    creator: { '@type': 'Organization', name: source.name },
    includedInDataCatalog: {
      '@type': 'DataCatalog',
      name: messages.data.name(siteName),
      url: links.base('/'),
    },
    ...describeTerms(latest),
    distribution: ['images', 'georeferences', 'from-above-georeferences'].map((list) =>
      describeDownload(links.api(`/${list}/export/?collection=${id}`), NDJSON),
    ),
  })}`
}

function findLatest({ site: { publishedUrl } }: Visit): string | null {
  return publishedUrl && `${publishedUrl}/${LATEST}`
}

function describeTerms(latest: string): object {
  return { isAccessibleForFree: true, license: `${latest}/${LICENSE_FILE.name}` }
}

function describeDownload(contentUrl: string, encodingFormat: string): object {
  return { '@type': 'DataDownload', contentUrl, encodingFormat }
}
