import type { FindLicense } from './license-finder.ts'
import type { HarvestState, RecordState, StoredRecord } from './harvest-state.ts'
import type { TableContent } from '../tables/write-table.ts'

/** The columns of a harvest. An import ignores those that start with an underscore. */
const COLUMNS = [
  'row_id',
  'file',
  'title',
  'original_date',
  'edtf_date',
  'description',
  'creator',
  'reference_id',
  'license_name',
  'source_url',
  'latitude',
  'longitude',
  'skip',
  '_area',
  '_rights',
  '_state',
  '_message',
] as const

/** Creates a table of records. An import skips those that are withdrawn. */
export function createHarvestTable(
  state: HarvestState,
  findLicense: FindLicense,
  list: () => Iterable<readonly [StoredRecord, RecordState]>,
): TableContent {
  return {
    header: COLUMNS,
    *rows() {
      for (const [record, one] of list()) yield toCells(state, record, one, findLicense)
    },
  }
}

function toCells(
  state: HarvestState,
  { id, remote }: StoredRecord,
  recordState: RecordState,
  findLicense: FindLicense,
): (string | undefined)[] {
  const values: Partial<Record<string, string>> = {
    ...remote,
    ...findReference(state, remote.reference_id),
    row_id: id,
    license_name: findLicense(remote._rights),
    _state: recordState,
    ...(recordState === 'withdrawn' && { skip: 'yes' }),
  }
  return COLUMNS.map((column) => values[column])
}

/** An import would take images of one reference for the same image. */
function findReference(state: HarvestState, reference: string | undefined) {
  const isShared = reference !== undefined && state.isSharedReference(reference)
  return isShared ? { reference_id: undefined } : {}
}
