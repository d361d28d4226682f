import type { Database } from 'better-sqlite3'
import type { ImageSearchFilter } from '../../queries/searches/search-filter.ts'
import { createBitmap, intersect, setRows, type Bitmap } from './bitmap.ts'
import { openImages, type ImageMemory, type Images } from './images.ts'
import { createFindSubjects, findRows } from './tagged-images.ts'

/** The images that searches filter. */
export interface SearchableImages extends Pick<Images, 'rows' | 'follow'> {
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

export function openSearchableImages(db: Database, memory: ImageMemory): SearchableImages {
  const images = openImages(db, memory)
  const { rows, collections } = images
  const selectTagged = createSelectTagged(db, rows)
  const findSubjects = createFindSubjects(db)
  return {
    rows,
    follow: (change) => images.follow(change),
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
      const bitmap = images.select({ ...filter, duplicate: false }, among)
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
