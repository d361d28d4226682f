import type { Database } from 'better-sqlite3'
import { foldText } from '../../model/fold.ts'
import {
  createBitmap,
  DUPLICATE,
  filterListed,
  filterYears,
  FROM_ABOVE,
  GEOREFERENCED,
  intersect,
  LIVE,
  selectLiveRows,
  setRows,
  type Bitmap,
} from './bitmap.ts'
import { createCollectionIndex } from './collection-index.ts'
import { createDictionary } from './dictionary.ts'
import type { Rows } from './rows.ts'
import { COMMON_FIELDS, loadTable, type CommonColumns, type SourceRow } from './table.ts'
import { createFindSubjects, findRows } from './tagged-images.ts'
import type { ImageSearchFilter } from '../../queries/searches/search-filter.ts'

/** Names of creators are dictionary-encoded. */
type SearchedColumns = CommonColumns & { creator: Uint32Array }

/** The columns that searches filter by, of all images. */
export interface SearchableImages {
  readonly rows: Rows<SearchedColumns>
  /** Reloads added, changed or deleted images. */
  reload(ids: Iterable<number>): void
  reloadCollections(): void
  /** Looks up what a filter names. */
  resolve(filter: ImageSearchFilter): ResolvedFilter
  /**
   * Selects the images that a search with this filter may find.
   * @param among rows to select from, all by default
   * @returns a bitmap of all rows, or of the positions in `among`
   */
  select(filter: ResolvedFilter, among?: Uint32Array): Bitmap
}

/** A filter with the public collections and the subjects that it stands for at the moment. */
export interface ResolvedFilter extends Omit<
  ImageSearchFilter,
  'sources' | 'collections' | 'subjects'
> {
  /** 1 for the number of each collection in scope, else 0. */
  collections: Uint8Array
  subjects?: readonly number[]
}

const SELECT = `select ${COMMON_FIELDS}, creator_folded,
  ${LIVE} + (last_georeferenced_at is not null) * ${GEOREFERENCED}
    + from_above * ${FROM_ABOVE} + (duplicate_of is not null) * ${DUPLICATE} as flags
  from image`

/** Loads the columns, which takes a second for a million images. */
export function loadSearchableImages(db: Database): SearchableImages {
  const collections = createCollectionIndex(db)
  collections.reload()
  const creators = createDictionary()
  const table = loadTable(db, {
    table: 'image',
    select: SELECT,
    collections,
    columns: { creator: Uint32Array },
    setRow(columns, row, image: SourceRow & { creator_folded: string | null }) {
      columns.creator[row] = creators.getNumber(image.creator_folded)
    },
  })
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
      const { georeferenced, fromAbove, creator } = filter
      const flags = { georeferenced, fromAbove, duplicate: false }
      const bitmap = selectLiveRows(columns, size, filter.collections, flags)
      filterYears(bitmap, columns, filter)
      if (creator !== undefined)
        filterListed(bitmap, columns.creator, creators.findContaining(foldText(creator)))
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

function pickRows(columns: SearchedColumns, rows: Uint32Array): SearchedColumns {
  const pick = <Column extends Uint8Array | Uint32Array | Float64Array>(column: Column): Column => {
    const picked = new (column.constructor as new (length: number) => Column)(rows.length)
    for (let n = 0; n < rows.length; n++) picked[n] = column[rows[n] ?? 0] ?? 0
    return picked
  }
  const { flags, collection, fuzzyFrom, fuzzyTo, creator } = columns
  return {
    flags: pick(flags),
    collection: pick(collection),
    fuzzyFrom: pick(fuzzyFrom),
    fuzzyTo: pick(fuzzyTo),
    creator: pick(creator),
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
