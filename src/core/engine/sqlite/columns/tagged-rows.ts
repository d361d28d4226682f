import type { Database } from 'better-sqlite3'
import type { SubjectNames } from '../lists/tagged.ts'
import { rowOf, type ImageRows } from './image-rows.ts'

/** Which rows are tagged with a subject: read when first asked for, and kept. */
export interface TaggedRows {
  /** May name a row more than once. */
  with(subjects: SubjectNames): Uint32Array[]
  /** Reads a subject's rows again when they are next asked for. */
  forget(subjectId: number): void
}

/** Rows of subjects that are kept; the ones asked for longest ago go first. */
const KEPT_ROWS = 8_000_000

export function createTaggedRows(db: Database, rows: ImageRows): TaggedRows {
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
    const found = kept.get(subject) ?? rowsOfImages(rows, imagesOf.pluck().all(subject))
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
    with: ({ ids, kbIds }) =>
      idsOf.pluck().all(JSON.stringify(ids), JSON.stringify(kbIds)).map(rowsOf),
    forget,
  }
}

function rowsOfImages(rows: ImageRows, images: readonly number[]): Uint32Array {
  return Uint32Array.from(images.flatMap((image) => rowOf(rows, image) ?? []))
}
