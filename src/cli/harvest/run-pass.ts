import { resolve } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import { MICROS_PER_SECOND } from '../../core/base/clock.ts'
import { formatCount } from '../terminal/format.ts'
import { hint } from '../terminal/output.ts'
import type { Cli } from '../cli.ts'
import type { Remote } from './fetch-document.ts'
import { findProtocol } from './find-protocol.ts'
import { harvestLines } from './harvest-lines.ts'
import { MAX_RECORDS, type Pass, type PassEnd } from './harvest-pass.ts'
import type { HarvestState } from './harvest-state.ts'
import { harvestIiif } from './iiif/harvest-iiif.ts'
import { harvestOai } from './oai/harvest-oai.ts'
import type { HarvestSource, Protocol } from './source.ts'

const HARVESTERS: Record<Protocol, (pass: Pass) => Promise<PassEnd>> = {
  iiif: harvestIiif,
  oai: harvestOai,
  jsonl: harvestLines,
}

/** Settings of a pass, which end with it. */
const OF_PASS = ['prefix', 'from', 'started', 'token', 'restarted', 'full']

/** Result of a pass. */
export interface PassResult {
  protocol: Protocol
  /** Whether all of the remote, or all that changed there, was read. */
  isComplete: boolean
  /** Whether the next run continues the pass. */
  isStopped: boolean
}

/** The use of a state: its records become rows of a table, or images of a catalog. */
export type HarvestUse = 'table' | 'images'

/**
 * Requires that a state belongs to a source and a use, or to none yet.
 * @throws CatalogError kind `conflict`
 */
export function requireSameSource(
  state: HarvestState,
  { url, set }: HarvestSource,
  use: HarvestUse,
): void {
  if ((state.get('use') ?? use) !== use) throw otherUse(state)
  state.set('use', use)
  const known = state.get('source')
  if (known === undefined || known === formatSource({ url, set })) return
  const [before] = JSON.parse(known) as [string]
  const message = `${resolve(state.folder)} belongs to a harvest of ${before}, or of another set there. Choose another name.`
  throw new CatalogError('conflict', message, { code: 'harvest.other_source' })
}

function otherUse(state: HarvestState): CatalogError {
  const command = state.get('use') === 'table' ? 'catalog manifest harvest' : 'catalog harvest run'
  const message = `${resolve(state.folder)} belongs to ${command}. Choose another name.`
  return new CatalogError('conflict', message, { code: 'harvest.other_use' })
}

function formatSource({ url, set }: Pick<HarvestSource, 'url' | 'set'>): string {
  return JSON.stringify([url, set ?? null])
}

/** Whether the last pass is finished, so that the next one begins. */
export function isPassFinished(state: HarvestState): boolean {
  return state.get('phase') !== 'open'
}

/**
 * Walks through a remote, or continues the walk that was stopped.
 * @param isFull whether to read all of a repository that tells what changed
 * @throws CatalogError if the remote is nothing that can be harvested
 */
export async function runPass(
  remote: Remote,
  state: HarvestState,
  source: HarvestSource,
  { isFull }: { isFull: boolean },
): Promise<PassResult> {
  const known = state.get('protocol') as Protocol | undefined
  const protocol = source.protocol ?? known ?? (await findProtocol(remote, source))
  if (isPassFinished(state) || (isFull && isIncremental(state))) beginPass(state, isFull)
  else reopenPass(state, isFull)
  state.set('protocol', protocol)
  state.set('source', formatSource(source))
  const number = Number(state.get('pass'))
  const pass: Pass = {
    number,
    state,
    remote,
    source,
    records: state.countSeen(number),
    maxRecords: MAX_RECORDS,
    onRecords: createCounter(remote.cli),
  }
  const end = await HARVESTERS[protocol](pass)
  const isComplete = end === 'finished' && state.countLosses() === 0
  if (end === 'finished') state.transact(() => endPass(state, number, isComplete))
  return { protocol, isComplete, isStopped: end === 'stopped' }
}

function beginPass(state: HarvestState, isFull: boolean): void {
  state.transact(() => {
    for (const name of OF_PASS) state.set(name, undefined)
    state.clearDocuments()
    state.clearProblems()
    state.set('pass', String(Number(state.get('pass') ?? 0) + 1))
    state.set('full', isFull ? 'yes' : undefined)
    state.set('phase', 'open')
  })
}

/** Whether a pass reads only what changed since the last one. */
function isIncremental(state: HarvestState): boolean {
  return state.get('from') !== undefined
}

/** Prepares a pass in which documents that failed are read again. */
function reopenPass(state: HarvestState, isFull: boolean): void {
  state.transact(() => {
    if (isFull) state.set('full', 'yes')
    state.reopenFailedDocuments()
    state.clearProblems()
  })
}

function endPass(state: HarvestState, number: number, isComplete: boolean): void {
  if (isComplete && !isIncremental(state)) state.removeUnseen(number)
  if (isComplete) state.set('since', state.get('started'))
  state.set('phase', isComplete ? 'complete' : 'partial')
  state.clearDocuments()
}

/** Shows now and then how many records were read. */
export function createCounter(cli: Cli): (count: number) => void {
  const { progress, progressInterval } = cli.globals
  let records = 0
  let shownAt = cli.clock.now()
  return (count) => {
    records += count
    const now = cli.clock.now()
    if (progress === 'none' || now - shownAt < progressInterval * MICROS_PER_SECOND) return
    shownAt = now
    hint(cli, `Read ${formatCount(records, 'record')} so far.`)
  }
}
