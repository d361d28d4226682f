import type { Remote } from './fetch-document.ts'
import type { HarvestState } from './harvest-state.ts'
import { isUsableId, toValues, type RemoteRecord } from './remote-record.ts'
import type { HarvestSource } from './source.ts'

/** One walk through all of a remote, or through what changed there. Runs that were stopped continue it. */
export interface Pass {
  number: number
  state: HarvestState
  remote: Remote
  source: HarvestSource
  /** Shows how many records were read. */
  onRecords: (count: number) => void
}

/** End of a walk: at the end of the remote, or where a later run continues. */
export type PassEnd = 'finished' | 'stopped'

/** Documents in succession that fail because of the server, after which the walk stops. */
export const MAX_CONSECUTIVE_OUTAGES = 5

/** Pages in succession that bring nothing new, after which they count as a loop. */
export const MAX_STALE_PAGES = 100

/** A remote with more records or documents is read so far. */
export const MAX_RECORDS = 1_000_000

/**
 * Saves records as part of a transaction.
 * @returns the number of those that the pass had not seen before
 */
export function saveRecords(pass: Pass, records: readonly RemoteRecord[]): number {
  const { state, number, source } = pass
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
