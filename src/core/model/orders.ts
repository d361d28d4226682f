import type { OrderTerm } from './parse-ordering.ts'

/** Sort fields of the lists, and their default orders. */

export const IMAGE_ORDERS = [
  'order',
  'title',
  'date',
  'original_date',
  'created_at',
  'last_georeferenced_at',
] as const
export type ImageOrder = (typeof IMAGE_ORDERS)[number]
export const DEFAULT_IMAGE_ORDER: OrderTerm<ImageOrder> = { field: 'order', descending: true }

/** Of the images beside the map. */
export const DEFAULT_MAP_ORDER: OrderTerm<ImageOrder> = { field: 'date', descending: false }

export const SOURCE_ORDERS = ['name'] as const
export type SourceOrder = (typeof SOURCE_ORDERS)[number]
export const DEFAULT_SOURCE_ORDER: OrderTerm<SourceOrder> = { field: 'name', descending: false }

export const COLLECTION_ORDERS = ['name', 'source__name'] as const
export type CollectionOrder = (typeof COLLECTION_ORDERS)[number]
export const DEFAULT_COLLECTION_ORDER: OrderTerm<CollectionOrder> = {
  field: 'source__name',
  descending: false,
}

export const GEOREFERENCE_ORDERS = ['georeferenced_at', 'confidence', 'validation_count'] as const
export type GeoreferenceOrder = (typeof GEOREFERENCE_ORDERS)[number]
export const DEFAULT_GEOREFERENCE_ORDER: OrderTerm<GeoreferenceOrder> = {
  field: 'georeferenced_at',
  descending: true,
}

export const SUBJECT_ORDERS = ['title', 'image_count'] as const
export type SubjectOrder = (typeof SUBJECT_ORDERS)[number]
export const DEFAULT_SUBJECT_ORDER: OrderTerm<SubjectOrder> = { field: 'title', descending: false }

export const USER_ORDERS = ['username', 'point_georeferences', 'from_above_georeferences'] as const
export type UserOrder = (typeof USER_ORDERS)[number]
export const DEFAULT_USER_ORDER: OrderTerm<UserOrder> = { field: 'username', descending: false }
