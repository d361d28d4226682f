import {
  formatTimestamp,
  MICROS_PER_SECOND,
  parseTimestamp,
  type Micros,
} from '../../core/base/clock.ts'
import type { HarvestSet } from '../../core/queries/changes/list-harvest.ts'
import { badArgument, type OaiArguments } from './arguments.ts'
import { OaiError } from './oai-error.ts'
import { isFormat, requireFormat, type FormatName } from './formats.ts'

/** Page of `ListRecords` or `ListIdentifiers`. A resumption token contains all of it, so that it never expires. */
export interface ListRequest {
  format: FormatName
  set: HarvestSet | undefined
  /** Position in the log after which the page starts. */
  after: Micros
  /** The first time that is too late. */
  before: Micros
  /** The catalog whose log has these positions; undefined for a list that begins, or if it was not known. */
  epoch?: string | undefined
}

const SECONDS_PER_DAY = 86_400

/**
 * @param epoch of the catalog; undefined if it is not known
 * @throws OaiError
 */
export function readListRequest(given: OaiArguments, epoch: string | undefined): ListRequest {
  const token = given.get('resumptionToken')
  if (token !== undefined) {
    const request = parseListToken(token)
    if (request.epoch !== undefined && request.epoch !== epoch) throw restored()
    return request
  }
  const format = requireFormat(given.get('metadataPrefix'))
  const set = given.get('set')
  const period = readPeriod(given.get('from'), given.get('until'))
  return { format, set: set === undefined ? undefined : requireSet(set), ...period }
}

/** @throws OaiError `badArgument` */
function readPeriod(from?: string, until?: string): Pick<ListRequest, 'after' | 'before'> {
  const after = from === undefined ? 0 : parseDate('from', from).start - 1
  const before = until === undefined ? Number.MAX_SAFE_INTEGER : parseDate('until', until).end
  if (from === undefined || until === undefined) return { after, before }
  if (from.length !== until.length) throw badArgument('from and until differ in granularity.')
  if (from > until) throw badArgument('from is later than until.')
  return { after, before }
}

/** @throws OaiError `badArgument` */
function parseDate(name: string, text: string): { start: Micros; end: Micros } {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text)
  const start = isDay || isTime ? parseTimestamp(isDay ? `${text}T00:00:00Z` : text) : undefined
  if (start === undefined) {
    throw badArgument(`${name} must be like 2026-11-21 or 2026-11-21T09:30:00Z, in UTC.`)
  }
  return { start, end: start + (isDay ? SECONDS_PER_DAY : 1) * MICROS_PER_SECOND }
}

/** Formats a time with the granularity of seconds. */
export function formatDatestamp(time: Micros): string {
  return formatTimestamp(time).replace(/\.\d+/, '')
}

export function formatSet({ kind, id }: HarvestSet): string {
  return `${kind}-${id}`
}

/** Parses `source-3` or `collection-12`. Undefined for other text. */
export function parseSet(text: string): HarvestSet | undefined {
  const [, kind, id] = /^(source|collection)-(\d{1,15})$/.exec(text) ?? []
  return kind === undefined ? undefined : { kind: kind as HarvestSet['kind'], id: Number(id) }
}

function requireSet(text: string): HarvestSet {
  const set = parseSet(text)
  if (set === undefined) throw noSet(text)
  return set
}

export function noSet(name: string): OaiError {
  return new OaiError('noRecordsMatch', `There is no set ${name}. ListSets lists all.`)
}

export function formatListToken({ format, set, after, before, epoch }: ListRequest): string {
  const known = epoch === undefined ? [] : [epoch]
  return [format, set ? formatSet(set) : '', before, after, ...known].join('.')
}

const LIST_TOKEN =
  /^(?<format>\w+)\.(?<set>(?:source|collection)-\d{1,15})?\.(?<before>\d{1,16})\.(?<after>\d{1,16})(?:\.(?<epoch>[\da-z]{1,12}))?$/

/** @throws OaiError `badResumptionToken` */
function parseListToken(token: string): ListRequest {
  const { format = '', set = '', epoch, ...times } = LIST_TOKEN.exec(token)?.groups ?? {}
  const [before, after] = [Number(times['before']), Number(times['after'])]
  if (!isFormat(format) || ![before, after].every(Number.isSafeInteger)) throw badToken()
  return { format, set: parseSet(set), after, before, epoch }
}

function restored(): OaiError {
  const message = 'The catalog was restored from a backup since then. Start the list again.'
  return new OaiError('badResumptionToken', message)
}

export function badToken(): OaiError {
  return new OaiError('badResumptionToken', 'Give the token of an earlier response, unchanged.')
}
