import type { CollectionItem } from '../../../core/iiif/collection.ts'
import type { IdRange } from '../../../core/iiif/id-range.ts'
import { english, untagged } from '../../../core/iiif/language-map.ts'
import type { Description } from '../../../core/iiif/resource.ts'
import { isLink } from '../../../core/model/text.ts'
import type { CollectionRow } from '../../../core/queries/sources/collections.ts'
import type { ItemRow, Items, Parent } from '../../../core/queries/images/presentation-items.ts'
import type { SourceTexts } from '../../../core/queries/sources/sources.ts'
import { thumbnailUrl } from '../image-urls.ts'
import type { Links } from '../../http/links.ts'
import { collectionUrl, manifestUrl } from '../presentation-urls.ts'
import { presentNavigation } from './navigation.ts'
import { presentContainer, presentPage, presentProvider, presentRecord } from './links.ts'

const CATALOG: Parent = { kind: 'catalog' }
const ITEM_NAMES = { catalog: 'Sources', source: 'Collections', collection: 'Images' }

/** Describes the IIIF collection of all sources. */
export function describeCatalog(siteName: string, links: Links): Description {
  return {
    id: collectionUrl(links, CATALOG),
    label: untagged(siteName),
    homepage: [presentPage(links.base('/'), siteName, ['en'])],
  }
}

/** Describes the IIIF collection of the collections of a source. */
export function describeSource(source: SourceTexts, siteName: string, links: Links): Description {
  const { id, name, description } = source
  return {
    id: collectionUrl(links, { kind: 'source', id }),
    label: untagged(name),
    summary: description,
    provider: [presentProvider(links, source)],
    seeAlso: [presentRecord(links, `/sources/${id}/`)],
    partOf: [presentContainer(links, CATALOG, siteName)],
  }
}

/** Describes the IIIF collection of the images of a collection. */
export function describeCollection(
  collection: CollectionRow,
  source: SourceTexts,
  links: Links,
): Description {
  const { id, name, url, description } = collection
  return {
    id: collectionUrl(links, { kind: 'collection', id }),
    label: untagged(name),
    summary: description,
    metadata: [{ label: english('Source'), value: untagged(source.name) }],
    provider: [presentProvider(links, source)],
    homepage: isLink(url) && url !== source.url ? [presentPage(url, name)] : [],
    seeAlso: [presentRecord(links, `/collections/${id}/`)],
    partOf: [presentContainer(links, { kind: 'source', id: source.id }, source.name)],
  }
}

/** Describes a part of a IIIF collection that has too many items. */
export function describeRange(
  whole: Description,
  range: IdRange,
  { parent, links }: ItemContext,
): Description {
  return {
    ...presentRange(range, { parent, links }),
    partOf: [{ id: whole.id, type: 'Collection', label: whole.label }],
  }
}

export interface ItemContext {
  parent: Parent
  links: Links
}

/** Presents the items of a IIIF collection: sources, collections or images, or ranges of their ids. */
export function presentItems(items: Items, context: ItemContext): CollectionItem[] {
  return 'ranges' in items
    ? items.ranges.map((range) => presentRange(range, context))
    : items.rows.map((row) => presentItem(row, context))
}

function presentRange(range: IdRange, { parent, links }: ItemContext): CollectionItem {
  const label = english(`${ITEM_NAMES[parent.kind]} ${range.first}–${range.last}`)
  return { id: collectionUrl(links, parent, range), type: 'Collection', label }
}

function presentItem(row: ItemRow, { parent, links }: ItemContext): CollectionItem {
  const label = untagged(row.label)
  switch (parent.kind) {
    case 'catalog':
      return { id: collectionUrl(links, { kind: 'source', id: row.id }), type: 'Collection', label }
    case 'source':
      return {
        id: collectionUrl(links, { kind: 'collection', id: row.id }),
        type: 'Collection',
        label,
      }
    default:
      return {
        id: manifestUrl(links, row.id),
        type: 'Manifest',
        label,
        ...presentThumbnail(links, row),
        ...presentNavigation(links, row),
      }
  }
}

function presentThumbnail(links: Links, row: ItemRow): Pick<CollectionItem, 'thumbnail'> {
  const url = thumbnailUrl(links, row)
  return url === null ? {} : { thumbnail: [{ id: url, type: 'Image', format: 'image/jpeg' }] }
}
