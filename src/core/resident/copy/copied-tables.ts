/** A table of PostgreSQL whose rows the copy has. */
export interface CopiedTable {
  name: string
  /** Whether its column `geom` is copied. */
  hasGeometry?: true
}

/** Tables with rows of one image, by the column with its id. */
export const IMAGE_TABLES: readonly (CopiedTable & { image: string })[] = [
  { name: 'image', image: 'id' },
  { name: 'georeference', image: 'image_id', hasGeometry: true },
  { name: 'from_above_georeference', image: 'image_id', hasGeometry: true },
  { name: 'comment', image: 'image_id' },
  { name: 'image_subject', image: 'image_id' },
]

/** Tables whose rows the change log names by id, by the kind of its entries. */
export const LOGGED_TABLES: readonly (CopiedTable & { kind: string })[] = [
  { name: 'point_current', kind: 'point' },
  { name: 'area_current', kind: 'area' },
  { name: 'subject', kind: 'subject' },
]

/** Small tables that are copied as a whole when a collection changes. */
export const COLLECTION_TABLES: readonly CopiedTable[] = [
  { name: 'source' },
  { name: 'collection' },
]

/** Kinds of changes after which the rows of an image are copied again. */
export const IMAGE_KINDS: ReadonlySet<string> = new Set([
  'image',
  'georeferenced',
  'processing',
  'text',
  'tags',
])
