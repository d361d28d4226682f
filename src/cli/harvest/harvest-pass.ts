import type { Remote } from './fetch-document.ts'
import type { HarvestState } from './harvest-state.ts'
import { unreadable, type HarvestProblem } from './problem.ts'
import { isUsableId, toValues, type RemoteRecord } from './remote-record.ts'
import type { HarvestSource } from './source.ts'

/** One walk through all of a remote, or through what changed there. Runs that were stopped continue it. */
export interface Pass {
  number: number
  state: HarvestState
  remote: Remote
  source: HarvestSource
  /** Records that were read so far, also by the runs that were stopped. */
  records: number
  /** A remote with more records is read so far. */
  maxRecords: number
  /** Shows how many records were read. */
  onRecords: (count: number) => void
}

/** End of a walk: at the end of the remote, or where a later run continues. */
export type PassEnd = 'finished' | 'stopped'

/** Documents in succession that fail because of the server, after which the walk stops. */
export const MAX_CONSECUTIVE_OUTAGES = 5

/** Pages in succession that bring nothing new, after which they count as a loop. */
export const MAX_STALE_PAGES = 100

/** The most records of a remote, and the most of its documents. */
export const MAX_RECORDS = 1_000_000

const TOO_MANY = 'too_many'

/** Whether a pass cannot go on, because the remote has too many records. */
export function isTooMany({ code }: Pick<HarvestProblem, 'code'>): boolean {
  return code === `harvest.${TOO_MANY}`
}

/**
 * Counts records, also deleted ones.
 * @throws CatalogError code `harvest.too_many`
 */
export function countRecords(pass: Pass, count: number): void {
  pass.records += count
  if (pass.records <= pass.maxRecords) return
  throw unreadable(TOO_MANY, pass.source.url, `has more than ${pass.maxRecords} records`)
}

/**
 * Saves records as part of a transaction.
 * @returns the number of those that the pass had not seen before
 * @throws CatalogError code `harvest.too_many`
 */
export function saveRecords(pass: Pass, records: readonly RemoteRecord[]): number {
  const { state, number, source } = pass
  countRecords(pass, records.length)
  let news = 0
  for (const record of records) {
    const id = record.id.trim()
    if (!isUsableId(id)) {
      const message = `The record ${JSON.stringify(id.slice(0, 100))} has no usable identifier.`
      state.addProblem({ code: 'harvest.id', url: source.url, message, isLoss: true })
    } else if (state.saveRecord(id, toValues(record, source), number)) news += 1
  }
  pass.onRecords(records.length)
  return news
}
