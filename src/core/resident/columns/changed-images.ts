import type { Database } from 'better-sqlite3'
import type { Micros } from '../../base/clock.ts'
import { filterMin, type Bitmap } from './bitmap.ts'
import { findRow, type AnyRows } from './rows.ts'

/** When each image last changed for the public, read on first use. Later, only new changes are read. */
export interface ChangedImages {
  /** Clears the images that did not change for the public at this time or later. */
  filter(bitmap: Bitmap, since: Micros): void
}

/** A change, and the key of its row in the order in which it is read. */
type ChangeRow = [id: number, changedAt: Micros, key: number]

const BATCH_SIZE = 1000

export function createChangedImages(db: Database, images: AnyRows): ChangedImages {
  const prepare = (kind: string, key: string) =>
    db
      .prepare<[number], ChangeRow>(
        `select ref, changed_at, ${key} from public_change where ${kind} = 'image' and ${key} > ?
         order by ${key} limit ${BATCH_SIZE}`,
      )
      .raw()
  // The index of the times reads each row of the table by itself, which takes ten times as long for all.
  const inOrderOfIds = prepare('kind', 'ref')
  const inOrderOfTimes = prepare('+kind', 'changed_at')
  let changedAt = new Float64Array()
  let newest = Number.MIN_SAFE_INTEGER
  const read = (batchAfter: typeof inOrderOfIds): void => {
    let batch = batchAfter.all(newest)
    while (batch.length > 0) {
      for (const [id, time] of batch) {
        const row = findRow(images, id)
        if (row !== undefined) changedAt[row] = time
        newest = Math.max(newest, time)
      }
      batch = batchAfter.all(batch.at(-1)?.[2] ?? 0)
    }
  }
  return {
    filter(bitmap, since) {
      if (changedAt.length < images.size) changedAt = lengthen(changedAt, images.columns.id.length)
      read(newest === Number.MIN_SAFE_INTEGER ? inOrderOfIds : inOrderOfTimes)
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
