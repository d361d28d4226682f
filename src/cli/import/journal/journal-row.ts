import { createHash } from 'node:crypto'
import type { ImageMetadata } from '../check/check-metadata.ts'
import type { PlannedPlace } from '../check/check-place.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import {
  IN_DOUBT_STATES,
  PLANNED,
  type Problem,
  type RowState,
  type State,
} from './row-state-machine.ts'

/** A row of the journal, as the engine processes it. */
export interface JournalRow {
  id: number
  /** Whether the manifest of the last run contains the row. */
  isListed: boolean
  image: PlannedImage
  rowState: RowState
  record: RowRecord
}

/** Outcome for the place of a row: the image has it, it kept another placement, or the instance refused it. */
export type PlaceOutcome = 'placed' | 'kept' | 'refused'

/** Further data of the journal about the upload and the result of a row. */
export interface RowRecord {
  /** The body of the first commit request. */
  body: string | null
  /** SHA-256 of the file in lower-case hexadecimal. */
  sha256: string | null
  /** Modification time of the file in milliseconds since the epoch. */
  modifiedAt: number | null
  /** Id of the newest known image before the slot was created: the row's image has a greater id. */
  newestImageBefore: number | null
  endedInRun: number | null
  /** Why the last run did not finish the row. */
  note: Problem | null
  areFilesMoved: boolean
  isDamaged: boolean
  /** SHA-256 that the instance reported for the damaged file, if it reports one. */
  damagedSha256: string | null
  /** Null while the place waits. */
  placed: PlaceOutcome | null
  /** Id of the placement that the last request replaced, to repeat it after its response was lost. */
  placePrevious: number | null
}

export const EMPTY_RECORD: RowRecord = {
  body: null,
  sha256: null,
  modifiedAt: null,
  newestImageBefore: null,
  endedInRun: null,
  note: null,
  areFilesMoved: false,
  isDamaged: false,
  damagedSha256: null,
  placed: null,
  placePrevious: null,
}

/** A row of the table `row`. */
export interface StoredRow {
  id: number
  key: string
  listed: number
  row: number
  line: number
  file: string
  path: string
  size: number
  content_type: string
  collection: number
  replaces: number | null
  expected_sha256: string | null
  sidecar: string | null
  metadata: string
  state: State
  slot: string | null
  slot_given_at: number | null
  account: number | null
  doubt: number
  refilled: number
  open_cancels: number
  uncounted: number
  image_id: number | null
  problem_code: string | null
  problem_message: string | null
  body: string | null
  sha256: string | null
  modified_at: number | null
  newest_before: number | null
  ended_in: number | null
  note_code: string | null
  note_message: string | null
  edited: string | null
  filed: number
  damaged: number
  /** Undefined in journals of schema versions 1 and 2. */
  damaged_sha256?: string | null
  /** Undefined in journals of schema version 1. */
  existing_image?: number | null
  /** Undefined in journals of schema versions 1 to 3. */
  place?: string | null
  placed?: PlaceOutcome | null
  place_previous?: number | null
}

/** The image that the row created, that another import created, or whose file the row replaces. */
export function toImageId({ image_id, existing_image, replaces }: StoredRow): number | null {
  return image_id ?? existing_image ?? replaces
}

export function toJournalRow(stored: StoredRow): JournalRow {
  return {
    id: stored.id,
    isListed: stored.listed === 1,
    image: toPlannedImage(stored),
    rowState: toRowState(stored),
    record: toRowRecord(stored),
  }
}

function toPlannedImage(stored: StoredRow): PlannedImage {
  const { replaces, expected_sha256: sha256, sidecar, place } = stored
  return {
    row: stored.row,
    line: stored.line,
    key: stored.key,
    file: stored.file,
    path: stored.path,
    size: stored.size,
    contentType: stored.content_type,
    collection: stored.collection,
    metadata: JSON.parse(stored.metadata) as ImageMetadata,
    ...(replaces !== null && { replaces }),
    ...(sha256 !== null && { sha256 }),
    ...(sidecar !== null && { sidecar }),
    ...(place && { place: JSON.parse(place) as PlannedPlace }),
  }
}

function toRowState(stored: StoredRow): RowState {
  return {
    ...PLANNED,
    state: stored.state,
    slot: stored.slot,
    slotGivenAt: stored.slot_given_at,
    account: stored.account,
    hasUnresolvedCommit: stored.doubt === 1,
    isReuploaded: stored.refilled === 1,
    openCancels: stored.open_cancels,
    hasUncountedCancel: stored.uncounted === 1,
    imageId: stored.image_id,
    problem: toProblem(stored.problem_code, stored.problem_message),
  }
}

function toRowRecord(stored: StoredRow): RowRecord {
  return {
    body: stored.body,
    sha256: stored.sha256,
    modifiedAt: stored.modified_at,
    newestImageBefore: stored.newest_before,
    endedInRun: stored.ended_in,
    note: toProblem(stored.note_code, stored.note_message),
    areFilesMoved: stored.filed === 1,
    isDamaged: stored.damaged === 1,
    damagedSha256: stored.damaged_sha256 ?? null,
    placed: stored.placed ?? null,
    placePrevious: stored.place_previous ?? null,
  }
}

export function toProblem(code: string | null, message: string | null): Problem | null {
  return code === null ? null : { code, message: message ?? '' }
}

/** SQL condition for rows that may have an image that the importer does not know of. */
export const MAY_HAVE_IMAGE = `(state in ('${IN_DOUBT_STATES.join("', '")}') or (doubt = 1 and state in ('slotted', 'uploaded')))`

/** Returns the columns that change during a run. */
export function toStateColumns({
  id,
  rowState,
  record,
}: Pick<JournalRow, 'id' | 'rowState' | 'record'>) {
  return {
    id,
    state: rowState.state,
    slot: rowState.slot,
    slot_given_at: rowState.slotGivenAt,
    account: rowState.account,
    doubt: Number(rowState.hasUnresolvedCommit),
    refilled: Number(rowState.isReuploaded),
    open_cancels: rowState.openCancels,
    uncounted: Number(rowState.hasUncountedCancel),
    image_id: rowState.imageId,
    problem_code: rowState.problem?.code ?? null,
    problem_message: rowState.problem?.message ?? null,
    body: record.body,
    sha256: record.sha256,
    modified_at: record.modifiedAt,
    newest_before: record.newestImageBefore,
    ended_in: record.endedInRun,
    note_code: record.note?.code ?? null,
    note_message: record.note?.message ?? null,
    filed: Number(record.areFilesMoved),
    damaged: Number(record.isDamaged),
    damaged_sha256: record.damagedSha256,
    placed: record.placed,
    place_previous: record.placePrevious,
  }
}

/** Returns the columns that come from the manifest. */
export function toPlannedColumns(image: PlannedImage) {
  return {
    key: image.key,
    row: image.row,
    line: image.line,
    file: image.file,
    path: image.path,
    size: image.size,
    content_type: image.contentType,
    collection: image.collection,
    replaces: image.replaces ?? null,
    expected_sha256: image.sha256 ?? null,
    sidecar: image.sidecar ?? null,
    metadata: JSON.stringify(image.metadata),
    place: serializePlace(image.place),
  }
}

export function serializePlace(place: PlannedPlace | undefined): string | null {
  return place === undefined ? null : JSON.stringify(place)
}

/** An image that exists, and the place that its row names. */
export interface PlaceToMake {
  imageId: number
  place: PlannedPlace
}

/** @returns undefined if the image is placed already, does not exist, or its row names no place */
export function findPlaceToMake({ image, rowState, record }: JournalRow): PlaceToMake | undefined {
  const [{ place }, { imageId }] = [image, rowState]
  if (place === undefined || imageId === null || record.placed !== null) return undefined
  return { imageId, place }
}

/** Returns the body of the row's commit. It is fixed on first use, since repeated requests must be equal. */
export function fixCommitBody({ image, record }: JournalRow): string {
  return (record.body ??= JSON.stringify(image.metadata))
}

/** Returns the metadata as it was sent with the commit. */
export function readSentMetadata({ image, record }: Pick<JournalRow, 'image' | 'record'>) {
  return record.body === null ? image.metadata : (JSON.parse(record.body) as ImageMetadata)
}

/** Equal for rows with the same file and metadata, whose images are indistinguishable at the instance. */
export function computeContentFingerprint({ image, record }: JournalRow): string {
  const parts = [record.sha256, image.collection, image.metadata]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
