import type { Database } from 'better-sqlite3'
import type { Micros } from '../../base/clock.ts'
import { filterMin, type Bitmap } from './bitmap.ts'
import { findRow, type AnyRows } from './rows.ts'

/** When each image last changed for the public, read on first use. Later, only new changes are read. */
export interface ChangedImages {
  /** Clears the images that did not change for the public at this time or later. */
  filter(bitmap: Bitmap, since: Micros): void
}

export function createChangedImages(db: Database, images: AnyRows): ChangedImages {
  // With the unary plus, the index of the times finds them, instead of the primary key all images.
  const readAfter = db.prepare<[number], [ref: number, changedAt: number]>(
    `select ref, changed_at from public_change where +kind = 'image' and changed_at > ?
     order by changed_at`,
  )
  let changedAt = new Float64Array()
  let newest = Number.MIN_SAFE_INTEGER
  const catchUp = (): void => {
    if (changedAt.length < images.size) changedAt = lengthen(changedAt, images.columns.id.length)
    for (const [id, time] of readAfter.raw().iterate(newest)) {
      const row = findRow(images, id)
      if (row !== undefined) changedAt[row] = time
      newest = time
    }
  }
  return {
    filter(bitmap, since) {
      catchUp()
      filterMin(bitmap, changedAt, since)
    },
  }
}

/** The new values are NaN, which no comparison matches. */
function lengthen(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(length).fill(Number.NaN)
  longer.set(values)
  return longer
}
