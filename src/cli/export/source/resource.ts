import type { LayerName } from '../layer.ts'

/** API resource that contains the items of a layer. */
export interface Resource {
  /** `/api/v2/images/` */
  path: string
  /** Order of its pages in which later additions come last, if the API has one. */
  ordering: string
  /** Member of a page that holds the items. */
  member: 'features' | 'results'
  /** Singular name of an item, for messages. */
  noun: string
}

export const RESOURCES: Record<LayerName, Resource> = {
  georeferences: {
    path: '/api/v2/georeferences/',
    ordering: 'georeferenced_at',
    member: 'features',
    noun: 'georeference',
  },
  areas: {
    path: '/api/v2/from-above-georeferences/',
    ordering: 'georeferenced_at',
    member: 'features',
    noun: 'from-above georeference',
  },
  images: {
    path: '/api/v2/images/',
    ordering: 'created_at',
    member: 'results',
    noun: 'image',
  },
  subjects: { path: '/api/v2/subjects/', ordering: 'title', member: 'results', noun: 'subject' },
}

/** The rows of a layer to export. */
export interface Selection {
  layer: LayerName
  /** Filters as parameters of the query string. */
  filters: Readonly<Record<string, string>>
  /** `west,south,east,north`: only what lies there. */
  box: string | undefined
}

/** Returns the parameters that the instance filters a selection by. Its lists of images and subjects have no box. */
export function getParameters({ layer, filters, box }: Selection): Record<string, string> {
  const isPlaced = layer === 'georeferences' || layer === 'areas'
  return { ...filters, ...(isPlaced && box !== undefined && { in_bbox: box }) }
}

/** `/api/v2/images/?source=3&page=2` */
export function buildPath(
  path: string,
  ...parameters: readonly Readonly<Record<string, string>>[]
): string {
  const query = new URLSearchParams(Object.assign({}, ...parameters)).toString()
  return query === '' ? path : `${path}?${query}`
}
