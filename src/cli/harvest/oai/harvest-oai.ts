import { fetchDocument } from '../fetch-document.ts'
import {
  countRecords,
  MAX_STALE_PAGES,
  saveRecords,
  type Pass,
  type PassEnd,
} from '../harvest-pass.ts'
import type { HarvestState } from '../harvest-state.ts'
import { isOutage, toHarvestProblem, unreadable } from '../problem.ts'
import { choosePrefix, parseOaiResponse, readRecordPage, type OaiResponse } from './response.ts'
import { findChild, readChildTexts } from './xml-tree.ts'

const OAI_TYPES = 'text/xml, application/xml'

const MAX_TOKEN = 8000

/** Builds the address of a request. */
export function buildOaiUrl(base: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}

/** Reads the records of a repository, or those that changed since the last complete pass if it keeps deletions. */
export async function harvestOai(pass: Pass): Promise<PassEnd> {
  const { state, source, remote } = pass
  try {
    if (state.get('prefix') === undefined) await beginList(pass)
    await readPages(pass)
    return 'finished'
  } catch (error) {
    remote.cli.signal.throwIfAborted()
    state.addProblem(toHarvestProblem(error, source.url))
    return isOutage(error) ? 'stopped' : 'finished'
  }
}

/** Asks the repository for its formats and for whether it keeps deletions, and decides what to request. */
async function beginList(pass: Pass): Promise<void> {
  const { state } = pass
  const identify = requireSuccess(await request(pass, { verb: 'Identify' }), pass)
  const [deletions = 'no'] = readChildTexts(findChild(identify.root, 'Identify'), 'deletedRecord')
  const [granularity = ''] = readChildTexts(findChild(identify.root, 'Identify'), 'granularity')
  const formats = requireSuccess(await request(pass, { verb: 'ListMetadataFormats' }), pass)
  const since = state.get('since')
  // Transient deletions may be forgotten before they are read.
  const isKept = deletions === 'persistent'
  const isIncremental = since !== undefined && isKept && state.get('full') === undefined
  state.transact(() => {
    state.set('from', isIncremental ? trimDate(since, granularity) : undefined)
    state.set('prefix', choosePrefix(formats))
    state.set('started', identify.date)
  })
}

function trimDate(date: string, granularity: string): string {
  return granularity.includes('T') ? date : date.slice(0, 10)
}

async function readPages(pass: Pass): Promise<void> {
  const { state, remote } = pass
  let stalePages = 0
  for (;;) {
    remote.cli.signal.throwIfAborted()
    const token = state.get('token')
    const response = await request(pass, listParameters(state, pass.source.set, token))
    if (response.errors.has('noRecordsMatch')) return
    if (token !== undefined && restartsList(pass, response)) continue
    const page = readRecordPage(requireSuccess(response, pass), pass.source.url)
    const news = state.transact(() => savePage(pass, page))
    const count = page.records.length + page.deleted.length
    if (page.token === undefined) return
    stalePages = isStale(state, news, count) ? stalePages + 1 : 0
    if (stalePages > MAX_STALE_PAGES) throw endless(pass)
  }
}

/** Whether a page brings nothing. A list that began again repeats what was read before it was stopped. */
function isStale(state: HarvestState, news: number, count: number): boolean {
  const isRepeated = count > 0 && state.get('restarted') !== undefined
  return news === 0 && !isRepeated
}

function listParameters(state: HarvestState, set: string | undefined, token: string | undefined) {
  const first = { metadataPrefix: state.get('prefix'), set, from: state.get('from') }
  return { verb: 'ListRecords', ...(token === undefined ? first : { resumptionToken: token }) }
}

/** Begins the list again, once, if its token expired while the harvest was stopped. */
function restartsList(pass: Pass, { errors }: OaiResponse): boolean {
  const { state } = pass
  if (!errors.has('badResumptionToken') || state.get('restarted') !== undefined) return false
  state.transact(() => {
    state.set('restarted', 'yes')
    state.set('token', undefined)
    state.clearDocuments()
  })
  pass.records = 0
  return true
}

/** @returns number of records that the pass had not seen before */
function savePage(
  pass: Pass,
  { records, deleted, token }: ReturnType<typeof readRecordPage>,
): number {
  const { state, number } = pass
  countRecords(pass, deleted.length)
  for (const id of deleted) state.removeRecord(id, number)
  const news = saveRecords(pass, records) + deleted.length
  if (token !== undefined) {
    const isTooLong = token.length > MAX_TOKEN
    if (isTooLong || !state.addDocument({ url: token, rank: '', listed: 0, namedBy: '' })) {
      throw unreadable(
        'loop',
        pass.source.url,
        'repeats a resumption token, so that its list has no end',
      )
    }
  }
  state.set('token', token)
  return news
}

function endless({ source }: Pass): Error {
  const what = `sends more than ${MAX_STALE_PAGES} pages without a new record`
  return unreadable('loop', source.url, what)
}

async function request(
  { remote, source }: Pass,
  parameters: Record<string, string | undefined>,
): Promise<OaiResponse> {
  const url = buildOaiUrl(source.url, parameters)
  return parseOaiResponse(await fetchDocument(remote, url, OAI_TYPES), url)
}

function requireSuccess(response: OaiResponse, { source }: Pass): OaiResponse {
  const [error] = response.errors
  if (error === undefined) return response
  const [code, said] = error
  throw unreadable('oai', source.url, `responds with the error ${code}: ${said.slice(0, 200)}`)
}
