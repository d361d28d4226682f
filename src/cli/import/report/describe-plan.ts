import { formatBytes, formatCount } from '../../terminal/format.ts'
import { formatCollection, type KnownCollections } from '../check/collections.ts'
import { countDoneBefore, type Tally } from './summary.ts'
import type { RemainingWork } from '../journal/remaining-work.ts'
import type { Purpose } from '../../tables/columns.ts'
import type { OnlineCheckedManifest } from '../check/read-and-check.ts'

interface Plan {
  counts: Tally
  remaining: RemainingWork
  /** Rows whose image is to be placed, by whether it is imported already. */
  places: { imported: number; others: number }
  purpose: Purpose
  /** Whether the plan is that of a dry run. */
  dry: boolean
}

/** Describes what the run will do, in a few sentences. */
export function describePlan(
  checked: OnlineCheckedManifest,
  { counts, remaining, places, purpose, dry }: Plan,
): string {
  const { unfinished } = counts
  const { target } = checked
  const before = [
    ...describeDoneRows(countDoneBefore(counts), purpose),
    ...describeExistingRows(counts.exists),
  ]
  if (remaining.rows === 0) {
    const left = places.imported > 0 ? 'Nothing left to import' : 'Nothing left to do'
    const placing = describePlaces(places.imported, dry)
    return [`${left} at ${target.url}.`, ...placing, ...before].join(' ')
  }
  const started =
    unfinished > 0 ? [`${unfinished} of them ${was(unfinished)} started in an earlier run.`] : []
  const further =
    remaining.further > 0
      ? [
          `${remaining.further} more ${remaining.further === 1 ? 'row remains' : 'rows remain'} for a later run.`,
        ]
      : []
  const what = describeWork(checked, remaining, { purpose, dry })
  const about = `${what} at ${target.url} as ${target.account}.`
  const placing = describePlaces(places.imported + places.others, dry)
  return [about, ...placing, ...started, ...further, ...before].join(' ')
}

function describePlaces(count: number, dry: boolean): string[] {
  if (count === 0) return []
  return [`${formatCount(count, 'image')} ${dry ? 'would be' : 'will be'} placed on the map.`]
}

function describeWork(
  { result, collections: known }: OnlineCheckedManifest,
  { rows, bytes }: RemainingWork,
  { purpose, dry }: Pick<Plan, 'purpose' | 'dry'>,
): string {
  const images = formatCount(rows, 'image')
  if (purpose === 'replace') {
    return `${dry ? 'Would replace' : 'Replacing'} the files of ${images} (${formatBytes(bytes)})`
  }
  const into = describeCollections([...result.collections], known)
  return `${dry ? 'Would import' : 'Importing'} ${images} (${formatBytes(bytes)}) into ${into}`
}

/** More collections are counted instead of named. */
const MAX_NAMED_COLLECTIONS = 3

export function describeCollections(ids: readonly number[], known: KnownCollections): string {
  if (ids.length > MAX_NAMED_COLLECTIONS) return `${ids.length} collections`
  return ids.map((id) => formatCollection(id, known.get(id))).join(', ')
}

function describeDoneRows(before: number, purpose: Purpose): string[] {
  if (before === 0) return []
  return purpose === 'replace'
    ? [
        `${formatCount(before, 'image')} already ${before === 1 ? 'has its' : 'have their'} new file.`,
      ]
    : [`${formatCount(before, 'row')} already imported.`]
}

function describeExistingRows(existing: number): string[] {
  if (existing === 0) return []
  const rows = existing === 1 ? '1 row is' : `${existing} rows are`
  return [`${rows} already in the collection from another import and will be skipped.`]
}

function was(number: number): string {
  return number === 1 ? 'was' : 'were'
}
