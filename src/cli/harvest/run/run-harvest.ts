import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import { openReadOnlyJournal } from '../../import/journal/journal-reader.ts'
import { formatCount } from '../../terminal/format.ts'
import { hint, tell } from '../../terminal/output.ts'
import { createRemote } from '../fetch-document.ts'
import { openHarvestState, type HarvestState } from '../harvest-state.ts'
import { fetchLicenseFinder } from '../license-finder.ts'
import { requireSameSource, runPass, type PassResult } from '../run-pass.ts'
import { findWithheld } from '../withdrawal-guard.ts'
import type { HarvestConfig } from './harvest-config.ts'
import { readHarvestConfig } from './harvest-config.ts'
import { importJournalFolder, importNew, type ImportOutcome } from './import-new.ts'
import { moveReturned, moveWithdrawn, type MoveOutcome } from './move-images.ts'
import { noteImages, noteNewIdentifiers } from './note-images.ts'
import { openTarget } from './open-target.ts'
import { reportHarvestRun, type HarvestOutcome } from './report-run.ts'
import { updateChanged, type UpdateOutcome } from './update-changed.ts'

/**
 * Harvests a remote and makes the catalog like it: imports new records, updates changed ones, and moves the images of
 * withdrawn ones to a hidden collection and back. Killed at any moment and run again, it does nothing twice.
 */
export async function runHarvest(
  cli: Cli,
  name: string,
  { isFull }: { isFull: boolean },
): Promise<void> {
  const config = await readHarvestConfig(cli, name)
  const api = await openTarget(cli, config)
  using state = await openHarvestState(config.folder)
  requireSameSource(state, config.source, 'images')
  noteImagesOfEarlierRun(state)
  const { rate, allow_private_urls: allowPrivateUrls } = config
  const log = (sentence: string): void => tell(cli, sentence)
  const remote = createRemote(cli, { rate, allowPrivateUrls, log })
  const pass = await runPass(remote, state, config.source, { isFull })
  const [records, news] = [state.countPresent(), state.count('new')]
  hint(cli, `The remote has ${formatCount(records, 'record')}, ${news} of them new.`)
  const outcome = await apply({ cli, api, state }, config, pass)
  reportHarvestRun(cli, state, config, outcome)
}

/** A run that was killed may have created images that it did not note. */
function noteImagesOfEarlierRun(state: HarvestState): void {
  using journal = openReadOnlyJournal(importJournalFolder(state))
  if (journal) noteImages(state, journal)
}

interface Target {
  cli: Cli
  api: Api
  state: HarvestState
}

/** Applies each kind of change, in an order in which a record that returns and changed is moved first. */
async function apply(
  target: Target,
  config: HarvestConfig,
  pass: PassResult,
): Promise<HarvestOutcome> {
  const { cli, api, state } = target
  const findLicense = await fetchLicenseFinder(api)
  const { isComplete } = pass
  if (isComplete) noteNewIdentifiers(state)
  const imported = await importNew(cli, state, config, { findLicense, isComplete })
  const returned = await moveIfPossible(target, config, imported, moveReturned)
  const updated = isStopped(cli, imported)
    ? NOTHING_UPDATED
    : await updateChanged(target, config, findLicense)
  const canMove = config.withdrawn_to !== undefined
  const withheld = canMove ? findWithheld(state, pass, cli.globals.yes) : undefined
  const due = state.count('withdrawn')
  const withdrawn = withheld
    ? NOTHING_MOVED
    : await moveIfPossible(target, config, imported, moveWithdrawn)
  return { pass, imported, returned, updated, withdrawn, withheld, due }
}

const NOTHING_MOVED: MoveOutcome = { moved: 0, failed: 0, stoppedBy: undefined, problems: [] }

const NOTHING_UPDATED: UpdateOutcome = {
  updated: 0,
  failed: 0,
  stoppedBy: undefined,
  problems: [],
}

/** Servers of pictures that do not work concern only the import. */
function isStopped({ signal }: Cli, { stoppedBy }: ImportOutcome): boolean {
  return signal.aborted || ['unauthenticated', 'forbidden'].includes(stoppedBy?.kind ?? '')
}

async function moveIfPossible(
  target: Target,
  { withdrawn_to: withdrawnTo }: HarvestConfig,
  imported: ImportOutcome,
  move: typeof moveReturned,
): Promise<MoveOutcome> {
  if (withdrawnTo === undefined || isStopped(target.cli, imported)) return NOTHING_MOVED
  return await move({ ...target, withdrawnTo })
}
