import type { Database } from 'better-sqlite3'
import {
  createBitmap,
  DUPLICATE,
  filterYears,
  GEOREFERENCED,
  intersect,
  LIVE,
  selectLiveRows,
  setRows,
  type Bitmap,
  type CommonColumns,
} from '../../list-cache/bitmap.ts'
import { createCollectionIndex, type CollectionIndex } from '../../list-cache/collection-index.ts'
import type { Rows } from '../../list-cache/rows.ts'
import { loadTable } from '../../list-cache/table.ts'
import { findRows } from '../../list-cache/tagged-images.ts'
import type { SubjectRefs } from '../../queries/lists/tagged-images.ts'
import type { SearchFilter } from '../search-filter.ts'

/** The columns that searches filter by, of all images. */
export interface SearchableImages {
  readonly rows: Rows<ColumnsOf<typeof COLUMNS>>
  /** Reloads added, changed or deleted images. */
  reload(ids: Iterable<number>): void
  reloadCollections(): void
  /** Looks up what a filter names. */
  resolve(filter: SearchFilter): ResolvedFilter
  /**
   * Selects the images that a search with this filter may find.
   * @param among rows to select from, all by default
   * @returns a bitmap of all rows, or of the positions in `among`
   */
  select(filter: ResolvedFilter, among?: Uint32Array): Bitmap
}

/** A filter with the public collections and the subjects that it stands for at the moment. */
export interface ResolvedFilter extends Omit<SearchFilter, 'sources' | 'collections' | 'subjects'> {
  /** 1 for the number of each collection in scope, else 0. */
  collections: Uint8Array
  subjects?: readonly number[]
}

type ColumnsOf<Kinds> = {
  [Name in keyof Kinds]: Kinds[Name] extends new (length: number) => infer Column ? Column : never
}

const COLUMNS = {
  flags: Uint8Array,
  collection: Uint32Array,
  fuzzyFrom: Float64Array,
  fuzzyTo: Float64Array,
}

interface ImageRow {
  id: number
  collection_id: number
  fuzzy_from: number | null
  fuzzy_to: number | null
  flags: number
}

const SELECT = `select id, collection_id, fuzzy_from, fuzzy_to,
  ${LIVE} + (last_georeferenced_at is not null) * ${GEOREFERENCED}
    + (duplicate_of is not null) * ${DUPLICATE} as flags
  from image`

/** Loads the columns, which takes a second for a million images. */
export function loadSearchableImages(db: Database): SearchableImages {
  const collections = createCollectionIndex(db)
  collections.reload()
  const table = loadImages(db, collections)
  const { rows } = table
  const selectTagged = createSelectTagged(db, rows)
  const findSubjects = createFindSubjects(db)
  return {
    rows,
    reload: (ids) => void table.reload(ids),
    reloadCollections: () => collections.reload(),
    resolve({ subjects, sources, collections: ids, ...others }) {
      const scope = {
        visibility: 'public',
        ...(sources && { sources }),
        ...(ids && { collections: ids }),
      } as const
      return {
        ...others,
        collections: collections.select(scope),
        ...(subjects && { subjects: findSubjects(subjects) }),
      }
    },
    select(filter, among) {
      const columns = among ? pickRows(rows.columns, among) : rows.columns
      const size = among?.length ?? rows.size
      const flags = { georeferenced: filter.georeferenced, duplicate: false }
      const bitmap = selectLiveRows(columns, size, filter.collections, flags)
      filterYears(bitmap, columns, filter)
      if (filter.subjects) intersect(bitmap, selectTagged(filter.subjects, among))
      return bitmap
    },
  }
}

/** Whether two resolutions of a filter select the same of those images that did not change in between. */
export function isSameScope(earlier: ResolvedFilter, later: ResolvedFilter): boolean {
  // The images of collections that were added in between have changed.
  const isSame = earlier.collections.every((is, number) => later.collections[number] === is)
  return isSame && String(earlier.subjects) === String(later.subjects)
}

function loadImages(db: Database, collections: CollectionIndex) {
  return loadTable(db, {
    table: 'image',
    select: SELECT,
    columns: COLUMNS,
    setRow({ columns }, row, image: ImageRow) {
      columns.flags[row] = image.flags
      columns.collection[row] = collections.getNumber(image.collection_id)
      columns.fuzzyFrom[row] = image.fuzzy_from ?? Number.NaN
      columns.fuzzyTo[row] = image.fuzzy_to ?? Number.NaN
    },
    clearRow({ columns }, row) {
      columns.flags[row] = 0
    },
  })
}

function pickRows(columns: CommonColumns, rows: Uint32Array): CommonColumns {
  const pick = <Column extends Uint8Array | Uint32Array | Float64Array>(column: Column): Column => {
    const picked = new (column.constructor as new (length: number) => Column)(rows.length)
    for (let n = 0; n < rows.length; n++) picked[n] = column[rows[n] ?? 0] ?? 0
    return picked
  }
  const { flags, collection, fuzzyFrom, fuzzyTo } = columns
  return {
    flags: pick(flags),
    collection: pick(collection),
    fuzzyFrom: pick(fuzzyFrom),
    fuzzyTo: pick(fuzzyTo),
  }
}

function createSelectTagged(db: Database, rows: SearchableImages['rows']) {
  const tagged = 'select image_id from image_subject where'
  const subjects = 'subject_id in (select value from json_each(?))'
  const all = db.prepare<[string], number>(`${tagged} ${subjects}`).pluck()
  // The plus keeps SQLite from looking up each image with each subject.
  const among = db
    .prepare<[string, string], number>(
      `${tagged} image_id in (select value from json_each(?)) and +${subjects}`,
    )
    .pluck()
  return (ids: readonly number[], positions?: Uint32Array): Bitmap => {
    const wanted = JSON.stringify(ids)
    if (!positions) return setRows(createBitmap(rows.size), findRows(rows, all.all(wanted)))
    const images = Array.from(positions, (row) => rows.columns.id[row] ?? 0)
    const found = new Set(among.all(JSON.stringify(images), wanted))
    const bitmap = createBitmap(images.length)
    for (const [position, image] of images.entries()) bitmap[position] = Number(found.has(image))
    return bitmap
  }
}

function createFindSubjects(db: Database) {
  const find = db
    .prepare<[string, string], number>(
      `select id from subject where id in (select value from json_each(?))
       or kb_id in (select value from json_each(?)) order by id`,
    )
    .pluck()
  return ({ ids, kbIds }: SubjectRefs): number[] =>
    find.all(JSON.stringify(ids), JSON.stringify(kbIds))
}
