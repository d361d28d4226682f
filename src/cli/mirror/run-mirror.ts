import { resolve } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { createRemote } from '../harvest/fetch-document.ts'
import { createCounter } from '../harvest/run-pass.ts'
import { describeWithheld, guardVanished, type Withheld } from '../harvest/withdrawal-guard.ts'
import { limitYoungGeneration } from '../host/young-generation.ts'
import { follow, requireStream } from '../reading/follow.ts'
import { EXIT, toExitCode } from '../terminal/exit-codes.ts'
import { isForPrograms, printParts, printRecord, tell, type Row } from '../terminal/output.ts'
import { fetchFiles, moveToTrash, type FetchedFiles } from './fetch-files.ts'
import { openMirrorState, type MirrorState } from './mirror-state.ts'
import { pullChanges, type Pulled } from './pull-changes.ts'
import { writeDumpLines } from './write-dump-lines.ts'

/** More records do not vanish from a mirror at once, unless a person agrees. */
const MAX_GONE = 100

/** Problems that people see. Programs get the first 1,000. */
const MAX_SHOWN = 20

/** Columns of the reports of `--follow`. */
const COLUMNS = ['read', 'images', 'changed', 'gone', 'downloaded', 'trashed', 'failed']

export interface MirrorFlags {
  files?: true
  full?: true
  /** Requests a second. */
  rate: number
  allowPrivateUrls?: true
  follow?: true
  /** Seconds between two runs of `follow`. */
  interval: number
}

/** Copies a public catalog to a dump, or brings the copy up to date: once, or until Ctrl-C. */
export async function runMirror(
  cli: Cli,
  { url, folder }: { url: string; folder: string },
  flags: MirrorFlags,
): Promise<void> {
  limitYoungGeneration()
  const directory = resolve(cli.cwd, folder)
  using state = await openMirrorState(directory)
  let isFull = flags.full === true
  requireSameCatalog(state, { url, directory, isFull })
  if (flags.follow) requireStream(cli)
  chooseFiles(state, flags)
  const update = async (): Promise<Outcome> => {
    const outcome = await updateMirror(cli, state, { url, directory, flags, isFull })
    isFull = false
    return outcome
  }
  if (!flags.follow) return reportRun(cli, state, await update())
  const outcomes = follow(cli, flags.interval, async function* () {
    yield await update()
  })
  await printParts(cli, reportChanges(cli, state, outcomes), COLUMNS)
}

interface Update {
  url: string
  directory: string
  flags: MirrorFlags
  isFull: boolean
}

async function updateMirror(
  cli: Cli,
  state: MirrorState,
  { url, directory, flags, isFull }: Update,
): Promise<Outcome> {
  const log = (sentence: string): void => tell(cli, sentence)
  const { rate, allowPrivateUrls = false } = flags
  const remote = createRemote(cli, { rate, allowPrivateUrls, trustedHost: new URL(url).host, log })
  const onChanges = createCounter(cli)
  const pulled = await pullChanges({ remote, state, url, onChanges }, isFull)
  const withheld = findWithheld(state, cli.globals.yes)
  const outcome = { url, directory, pulled, withheld, fetched: NOTHING_FETCHED, trashed: 0 }
  if (withheld) return outcome
  state.discardUnwanted()
  // Records do not wait for files, which may take days.
  await updateDump(state, directory)
  if (state.get('files') !== undefined) {
    outcome.fetched = await fetchFiles({ remote, state, directory })
    await updateDump(state, directory)
  }
  return { ...outcome, trashed: await moveToTrash({ state, directory }) }
}

const NOTHING_FETCHED: FetchedFiles = {
  downloaded: 0,
  failed: 0,
  problems: [],
  stoppedBy: undefined,
}

/** @throws CatalogError kind `conflict` */
function requireSameCatalog(
  state: MirrorState,
  { url, directory, isFull }: Omit<Update, 'flags'>,
): void {
  const known = state.get('url')
  if (known === undefined || known === url || isFull) return
  const message = `${directory} is a mirror of ${known}.`
  const hint = 'Choose another folder, or add --full if the catalog has moved.'
  throw new CatalogError('conflict', message, { code: 'mirror.other_catalog', hint })
}

/** Files that were mirrored once are kept in step. */
function chooseFiles(state: MirrorState, { files }: MirrorFlags): void {
  if (files) state.set('files', 'yes')
}

function findWithheld(
  state: MirrorState,
  isConfirmed: boolean,
): Withheld<'mirror.empty' | 'mirror.many_gone'> | undefined {
  if (isConfirmed || state.get('dirty') === undefined) return undefined
  const { published: known, gone: records, shown } = state.countObjects()
  const codes = { empty: 'mirror.empty', many: 'mirror.many_gone' } as const
  return guardVanished({ records, known, isEmpty: shown === 0, most: MAX_GONE, codes })
}

/** Writes the dump if anything changed. If the run is killed, the next one does the rest. */
async function updateDump(state: MirrorState, directory: string): Promise<void> {
  if (state.get('dirty') === undefined) return
  await writeDumpLines(state, directory)
  state.transact(() => {
    state.finishDump()
    state.set('dirty', undefined)
  })
}

interface Outcome {
  url: string
  directory: string
  pulled: Pulled
  withheld: Withheld<string> | undefined
  fetched: FetchedFiles
  trashed: number
}

/** Whether an update found or changed anything. */
function hasChanges({ pulled, fetched, withheld }: Outcome): boolean {
  const { changed, gone } = pulled
  return changed + gone + fetched.downloaded + fetched.failed > 0 || withheld !== undefined
}

function reportRun(cli: Cli, state: MirrorState, outcome: Outcome): void {
  printRecord(cli, (isForPrograms(cli) ? createReport : countOutcome)(state, outcome))
  tellProblems(cli, outcome)
  cli.exitCode = chooseExitCode(outcome)
}

/** Reports the updates that found or changed anything. */
async function* reportChanges(
  cli: Cli,
  state: MirrorState,
  outcomes: AsyncIterable<Outcome>,
): AsyncGenerator<Row[]> {
  for await (const outcome of outcomes) {
    if (!hasChanges(outcome)) continue
    yield [createReport(state, outcome)]
    tellProblems(cli, outcome)
    cli.exitCode = chooseExitCode(outcome)
  }
}

function createReport(state: MirrorState, outcome: Outcome) {
  const { url, directory, pulled, withheld, fetched } = outcome
  return {
    schema: 'catalog.mirror/1',
    url,
    directory,
    read: pulled.reason ?? 'changes',
    ...countOutcome(state, outcome),
    withheld: withheld ?? null,
    problems: fetched.problems,
  }
}

function countOutcome(state: MirrorState, { pulled, fetched, trashed }: Outcome) {
  return {
    images: state.countShown('image'),
    changed: pulled.changed,
    gone: pulled.gone,
    downloaded: fetched.downloaded,
    trashed,
    failed: fetched.failed,
  }
}

function tellProblems(cli: Cli, { fetched, withheld }: Outcome): void {
  const { failed, problems, stoppedBy } = fetched
  for (const { code, image, message } of problems.slice(0, MAX_SHOWN))
    tell(cli, `${code}: image ${image}: ${message}`)
  if (failed > MAX_SHOWN) tell(cli, `${failed - MAX_SHOWN} more.`)
  if (withheld) tell(cli, describeWithheld(withheld, 'The mirror was not changed'))
  if (stoppedBy) tell(cli, `Stopped early: ${stoppedBy.message}`)
}

function chooseExitCode({ fetched, withheld }: Outcome): number {
  if (fetched.stoppedBy) return toExitCode(fetched.stoppedBy)
  return withheld || fetched.failed > 0 ? EXIT.partial : EXIT.ok
}
