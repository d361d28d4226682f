import {
  COLLECTION_ORDERS,
  IMAGE_ORDERS,
  SOURCE_ORDERS,
  SUBJECT_ORDERS,
  USER_ORDERS,
} from '../../core/model/orders.ts'
import type { FilterName } from '../options/filter-options.ts'

/** A kind of object that the API lists, and how the command line lists it. */
export interface Resource {
  noun: string
  /** Plural of the noun, also the last segment of the list's path. */
  plural: string
  description: string
  filters: readonly FilterName[]
  /** Empty if the API has only one order, and all objects on one page. */
  orders: readonly string[]
  /** Members of an object that a table shows. */
  columns: readonly string[]
  /** Identifiers of an object on the command line, for help texts: `ID or slug`. */
  identifier: string
  /** Member that identifies an object besides its ID. */
  key?: 'slug' | 'name'
}

export const RESOURCES = {
  source: {
    noun: 'source',
    plural: 'sources',
    description: 'Read and manage the sources: the institutions that contribute images',
    filters: ['slug'],
    orders: SOURCE_ORDERS,
    columns: ['id', 'slug', 'name', 'collection_count', 'image_count', 'public'],
    identifier: 'ID or slug',
    key: 'slug',
  },
  collection: {
    noun: 'collection',
    plural: 'collections',
    description: 'Read and manage the collections of the sources',
    filters: ['source', 'slug'],
    orders: COLLECTION_ORDERS,
    columns: ['id', 'slug', 'name', 'source', 'image_count', 'public'],
    identifier: 'ID, slug or source/collection',
    key: 'slug',
  },
  image: {
    noun: 'image',
    plural: 'images',
    description: 'Read, download and manage images',
    filters: [
      'source',
      'collection',
      'subject',
      'creator',
      'yearMin',
      'yearMax',
      'georeferenced',
      'fromAbove',
    ],
    orders: IMAGE_ORDERS,
    columns: ['id', 'title', 'date_display', 'creator', 'georeference_status', 'collection'],
    identifier: 'ID',
  },
  subject: {
    noun: 'subject',
    plural: 'subjects',
    description: 'Read and manage the subjects: what images show',
    filters: ['slug'],
    orders: SUBJECT_ORDERS,
    columns: ['id', 'slug', 'title', 'kb', 'image_count'],
    identifier: 'ID or slug',
    key: 'slug',
  },
  license: {
    noun: 'license',
    plural: 'licenses',
    description: 'Read and manage the licenses of images',
    filters: [],
    orders: [],
    columns: ['id', 'name', 'display_name', 'permalink'],
    identifier: 'ID or name',
    key: 'name',
  },
  user: {
    noun: 'user',
    plural: 'users',
    description: 'Read the users who georeferenced images, and moderate users',
    filters: [],
    orders: USER_ORDERS,
    columns: ['id', 'username', 'point_georeferences', 'from_above_georeferences'],
    identifier: 'ID',
  },
} as const satisfies Record<string, Resource>

/** Returns the path of a list in the API: `/api/v2/images/`. */
export function listPath({ plural }: Resource): string {
  return `/api/v2/${plural}/`
}
