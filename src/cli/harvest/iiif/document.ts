import { unreadable } from '../problem.ts'
import type { RemoteRecord } from '../remote-record.ts'
import { asList, asObject, asText, type Members } from '../../../core/base/json-values.ts'
import { readManifestRecords } from './manifest.ts'

/** Content of a document of the Presentation API. */
export interface IiifDocument {
  records: RemoteRecord[]
  /** Addresses of the manifests and collections that it lists, in order. */
  items: string[]
  /** Address of the next page of a collection. */
  next: string | undefined
}

/** Collections that are nested more deeply within one document are not read. */
const MAX_NESTING = 32

/**
 * Reads a collection or a manifest of Presentation API 3 or 2.
 * @throws CatalogError code `harvest.iiif`
 */
export function readIiifDocument(json: unknown, url: string): IiifDocument {
  const document = asObject(json)
  const type = readType(document)
  if (type === 'Manifest') {
    return { records: readManifestRecords(document, url), items: [], next: undefined }
  }
  if (type !== 'Collection') throw unreadable('iiif', url, 'is no IIIF collection or manifest')
  // Pages of version 2.1: the collection itself may only name the first one.
  const next = readAddress(document['next'])
  const items = listItems(document, url, 0)
  const first = items.length === 0 ? readAddress(document['first']) : undefined
  return { records: [], items, next: next ?? first }
}

function readType(resource: Members): string {
  return (asText(resource['type'] ?? resource['@type']) ?? '').replace(/^(?:sc|as):/, '')
}

/** Addresses are strings in version 2, and may be objects in later ones. */
function readAddress(value: unknown): string | undefined {
  const resource = asObject(value)
  return asText(value) ?? asText(resource['id'] ?? resource['@id'])
}

/** Lists what a collection names, and what collections within it name. */
function listItems(collection: Members, url: string, depth: number): string[] {
  if (depth > MAX_NESTING) throw unreadable('iiif', url, 'nests collections too deeply')
  return findMembers(collection).flatMap((value) => {
    const item = asObject(value)
    const isNested = readType(item) === 'Collection' && findMembers(item).length > 0
    if (isNested) return listItems(item, url, depth + 1)
    const address = readAddress(value)
    return address === undefined ? [] : [address]
  })
}

/** The lists of version 3, and those of version 2, where `members` repeats the others. */
function findMembers(collection: Members): readonly unknown[] {
  const { items, members, collections, manifests } = collection
  if (items !== undefined) return asList(items)
  return members === undefined ? [...asList(collections), ...asList(manifests)] : asList(members)
}
