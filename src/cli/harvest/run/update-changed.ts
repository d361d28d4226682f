import type { ImageUpdate } from '../../../core/contract/image-update.ts'
import type { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import type { PlannedPlace } from '../../import/check/check-place.ts'
import { runUpdate } from '../../update/run-update.ts'
import type { PlannedUpdate, UpdateResult } from '../../update/update-result.ts'
import type { HarvestState, StoredRecord } from '../harvest-state.ts'
import type { FindLicense } from '../license-finder.ts'
import type { RemoteValues } from '../remote-record.ts'
import type { HarvestConfig } from './harvest-config.ts'

/** Images that are updated before this is noted. */
const BATCH = 200

/** Result of updating the images of changed records. */
export interface UpdateOutcome {
  updated: number
  failed: number
  stoppedBy: CatalogError | undefined
  problems: { code: string; record: string; message: string }[]
}

interface Update {
  record: StoredRecord
  planned: PlannedUpdate
}

/**
 * Sends what the remote changed since it was last applied. What it did not change stays as people corrected it here, and
 * placements stay, too.
 */
export async function updateChanged(
  { cli, api, state }: { cli: Cli; api: Api; state: HarvestState },
  config: HarvestConfig,
  findLicense: FindLicense,
): Promise<UpdateOutcome> {
  const outcome: UpdateOutcome = { updated: 0, failed: 0, stoppedBy: undefined, problems: [] }
  const records = [...state.list('changed')]
  for (let at = 0; at < records.length; at += BATCH) {
    const updates = records
      .slice(at, at + BATCH)
      .flatMap((record) => planUpdate(state, record, config, findLicense) ?? [])
    for (const { record } of updates) reportOtherPicture(record, outcome)
    const planned = updates.map((update) => update.planned)
    const run = await runUpdate(cli, { api, planned }, { concurrency: 2, isDryRun: false })
    for (const [index, result] of run.results.entries()) {
      const update = updates[index]
      if (update) note(state, update.record, result, outcome)
    }
    outcome.stoppedBy = run.stoppedBy
    if (run.stoppedBy || cli.signal.aborted) break
  }
  return outcome
}

function note(
  state: HarvestState,
  { id, remote }: StoredRecord,
  { state: result, code, message }: UpdateResult,
  outcome: UpdateOutcome,
): void {
  if (result === 'not_started') return
  if (result === 'updated') outcome.updated += 1
  if (result === 'updated' || result === 'unchanged') return state.applyValues(id, remote)
  outcome.failed += 1
  outcome.problems.push({ code: code ?? result, record: id, message: message ?? '' })
  // An image that was deleted here does not come back.
  if (code === 'image.unknown') state.applyValues(id, remote)
}

/** An update changes no files. */
function reportOtherPicture({ id, remote, applied }: StoredRecord, outcome: UpdateOutcome): void {
  if (remote.file === applied?.file) return
  const message = `The picture is another one now, which is not imported: ${remote.file ?? 'none'}.`
  outcome.problems.push({ code: 'harvest.other_picture', record: id, message })
}

function planUpdate(
  state: HarvestState,
  record: StoredRecord,
  { places }: HarvestConfig,
  findLicense: FindLicense,
): Update | undefined {
  const { imageId, applied, remote } = record
  if (imageId === undefined || applied === undefined) return undefined
  const wanted = findChanges(applied, remote, findLicense)
  if (remote.reference_id && state.isSharedReference(remote.reference_id))
    delete wanted.reference_id
  const place = findPlace(applied, remote, places)
  const planned = {
    row: imageId,
    line: imageId,
    imageId,
    wanted,
    blank: {},
    ...(place && { place }),
  }
  return { record, planned }
}

const OPTIONAL = ['description', 'creator', 'reference_id', 'source_url'] as const

function findChanges(
  applied: RemoteValues,
  remote: RemoteValues,
  findLicense: FindLicense,
): ImageUpdate {
  const wanted: ImageUpdate = {}
  if (applied.title !== remote.title) wanted.title = remote.title
  const isDated = applied.original_date === remote.original_date && applied._edtf === remote._edtf
  if (!isDated) {
    wanted.original_date = remote.original_date
    wanted.edtf_date = remote.edtf_date
  }
  for (const member of OPTIONAL) {
    if (applied[member] !== remote[member]) wanted[member] = remote[member] ?? null
  }
  if (applied._rights !== remote._rights) wanted.license_name = findLicense(remote._rights) ?? null
  return wanted
}

function findPlace(
  applied: RemoteValues,
  { latitude, longitude }: RemoteValues,
  confidence: HarvestConfig['places'],
): PlannedPlace | undefined {
  const isSame = applied.latitude === latitude && applied.longitude === longitude
  if (isSame || confidence === undefined) return undefined
  if (latitude === undefined || longitude === undefined) return undefined
  const position = { latitude: Number(latitude), longitude: Number(longitude) }
  return { ...position, direction: null, confidence, confidence_notes: undefined }
}
