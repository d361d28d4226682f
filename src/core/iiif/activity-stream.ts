/** Changes of Manifests and Collections: Change Discovery API 1.0, level 2. */

export const DISCOVERY_CONTEXT = 'http://iiif.io/api/discovery/1/context.json'

/** The latest change of a Manifest or a Collection. */
export interface Activity {
  type: 'Update' | 'Delete'
  object: { id: string; type: 'Manifest' | 'Collection' }
  /** An `xsd:dateTime` in UTC. */
  endTime: string
}

/** Builds the document that links the first and the last page, by their addresses. */
export function buildActivityStream(id: string, { first, last }: { first: string; last: string }) {
  return {
    '@context': DISCOVERY_CONTEXT,
    id,
    type: 'OrderedCollection',
    first: refer(first),
    last: refer(last),
  }
}

interface ActivityPageContent {
  id: string
  /** The addresses of the stream, and of the pages before and after this one. */
  stream: string
  prev: string | undefined
  next: string | undefined
  /** Oldest first. */
  activities: Activity[]
}

export function buildActivityPage({ id, stream, prev, next, activities }: ActivityPageContent) {
  return {
    '@context': DISCOVERY_CONTEXT,
    id,
    type: 'OrderedCollectionPage',
    partOf: { id: stream, type: 'OrderedCollection' },
    prev: prev && refer(prev),
    next: next && refer(next),
    orderedItems: activities,
  }
}

function refer(id: string) {
  return { id, type: 'OrderedCollectionPage' }
}
