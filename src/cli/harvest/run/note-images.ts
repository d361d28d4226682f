import type { ImageMetadata } from '../../import/check/check-metadata.ts'
import type { StoredRow } from '../../import/journal/journal-row.ts'
import type { JournalReader } from '../../import/journal/journal-reader.ts'
import type { HarvestState, StoredRecord } from '../harvest-state.ts'
import type { RemoteValues } from '../remote-record.ts'

/** The members of a commit that a record has, too. */
const COMMITTED = [
  'title',
  'original_date',
  'edtf_date',
  'description',
  'creator',
  'reference_id',
  'source_url',
] as const satisfies readonly (keyof RemoteValues & keyof ImageMetadata)[]

/** Notes the images of records in a journal, with the values that they were created with. */
export function noteImages(state: HarvestState, journal: JournalReader): void {
  for (const row of journal.readStoredRows('all')) {
    const record = state.findRecord(row.key)
    if (record !== undefined && record.imageId === undefined) noteImage(state, row, record)
  }
}

function noteImage(state: HarvestState, row: StoredRow, record: StoredRecord): void {
  const isWaiting = record.isPresent && row.place && !row.placed
  const isCreated = row.state === 'committed' && row.image_id !== null && !isWaiting
  const imageId = (isCreated ? row.image_id : row.existing_image) ?? undefined
  // A record with another identifier may have it by now.
  if (imageId === undefined || state.hasOwner(imageId)) return
  const applied = isCreated ? readCommitted(row, record.remote) : record.remote
  state.assignImage(record.id, imageId, applied)
}

/** Gives a record that has another identifier now, but the same reference, the image that it had. */
export function noteNewIdentifiers(state: HarvestState): void {
  for (const { id, remote } of state.list('new')) {
    const { reference_id: reference } = remote
    if (reference === undefined || state.isSharedReference(reference)) continue
    const before = state.findGone(reference)
    if (before !== undefined) state.takeOver(before, id)
  }
}

/** A commit that was recorded by an earlier run may have other values than the remote has now. */
function readCommitted({ metadata }: StoredRow, remote: RemoteValues): RemoteValues {
  const sent = JSON.parse(metadata) as ImageMetadata
  const applied: RemoteValues = { ...remote }
  for (const member of COMMITTED) {
    const value = sent[member] ?? undefined
    if (applied[member] === undefined) continue
    if (value !== undefined) applied[member] = value
    else if (member !== 'title' && member !== 'original_date' && member !== 'edtf_date')
      delete applied[member]
  }
  return applied
}
