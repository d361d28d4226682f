import type { Database } from 'better-sqlite3'
import type { SubjectNames } from '../queries/lists/tagged.ts'
import { emptyBitmap, mark, type Bitmap } from './bitmap.ts'
import { rowOf, type AnyRows } from './rows.ts'

/** Which images are tagged with a subject: read when first asked for, and kept. */
export interface TaggedImages {
  /** The images with any of the subjects. */
  with(subjects: SubjectNames): Bitmap
  /** Reads a subject's images again when they are next asked for. */
  forget(subjectId: number): void
}

/** Rows of subjects that are kept; the ones asked for longest ago go first. */
const KEPT_ROWS = 8_000_000

export function createTaggedImages(db: Database, images: AnyRows): TaggedImages {
  const idsOf = db.prepare<[string, string], number>(
    `select id from subject where id in (select value from json_each(?))
     or kb_id in (select value from json_each(?))`,
  )
  const imagesOf = db.prepare<[number], number>(
    'select image_id from image_subject where subject_id = ?',
  )
  const kept = new Map<number, Uint32Array>()
  let size = 0
  const forget = (subject: number): void => {
    size -= kept.get(subject)?.length ?? 0
    kept.delete(subject)
  }
  const rowsOf = (subject: number): Uint32Array => {
    const found = kept.get(subject) ?? rowsOfIds(images, imagesOf.pluck().all(subject))
    forget(subject)
    kept.set(subject, found)
    size += found.length
    for (const [oldest] of kept) {
      if (size <= KEPT_ROWS || oldest === subject) break
      forget(oldest)
    }
    return found
  }
  return {
    with({ ids, kbIds }) {
      const subjects = idsOf.pluck().all(JSON.stringify(ids), JSON.stringify(kbIds))
      const mask = emptyBitmap(images.size)
      for (const subject of subjects) mark(mask, rowsOf(subject))
      return mask
    },
    forget,
  }
}

/** Where these ids are; those without a row are left out. */
export function rowsOfIds(rows: AnyRows, ids: readonly number[]): Uint32Array {
  const found = new Uint32Array(ids.length)
  let size = 0
  for (const id of ids) {
    const row = rowOf(rows, id)
    if (row !== undefined) found[size++] = row
  }
  return found.slice(0, size)
}
