import type { Database } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { SubjectRefs } from '../../queries/lists/tagged-images.ts'
import { createBitmap, setRows, type Bitmap } from './bitmap.ts'
import { findRow, type AnyRows } from './rows.ts'

/** The images of each subject, cached on first use. */
export interface TaggedImages {
  /** Selects the images with any of the subjects. */
  select(subjects: SubjectRefs): Bitmap
  /** Discards the cached images of a subject. */
  invalidate(subjectId: number): void
}

const MAX_CACHED_ROWS = 8_000_000

export function createTaggedImages(db: Database, images: AnyRows): TaggedImages {
  const findSubjects = createFindSubjects(db)
  const imagesOf = db.prepare<[number], number>(
    'select image_id from image_subject where subject_id = ?',
  )
  const cached = new LRUCache<number, Uint32Array>({
    maxSize: MAX_CACHED_ROWS,
    sizeCalculation: ({ length }) => Math.max(1, length),
  })
  const rowsOf = (subject: number): Uint32Array => {
    const known = cached.get(subject)
    if (known) return known
    const rows = findRows(images, imagesOf.pluck().all(subject))
    cached.set(subject, rows)
    return rows
  }
  return {
    select(subjects) {
      const bitmap = createBitmap(images.size)
      for (const subject of findSubjects(subjects)) setRows(bitmap, rowsOf(subject))
      return bitmap
    },
    invalidate: (subject) => void cached.delete(subject),
  }
}

/** Prepares a lookup of the ids of existing subjects, in ascending order. */
export function createFindSubjects(db: Database): (subjects: SubjectRefs) => number[] {
  const find = db
    .prepare<[string, string], number>(
      `select id from subject where id in (select value from json_each(?))
       or kb_id in (select value from json_each(?)) order by id`,
    )
    .pluck()
  return ({ ids, kbIds }) => find.all(JSON.stringify(ids), JSON.stringify(kbIds))
}

/** Returns the rows of these ids; omits ids without a row. */
export function findRows(rows: AnyRows, ids: readonly number[] | ReadonlySet<number>): Uint32Array {
  const found = new Uint32Array('size' in ids ? ids.size : ids.length)
  let size = 0
  for (const id of ids) {
    const row = findRow(rows, id)
    if (row !== undefined) found[size++] = row
  }
  return found.slice(0, size)
}
