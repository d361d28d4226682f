import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import { MAX_CHANGES_WITH_LINES, MAX_REPLICA_LAG_SECONDS } from '../../core/base/limits.ts'
import { changesPage, type ChangesPage } from '../../core/contract/changes.ts'
import type { PublicKind } from '../../core/model/public-kinds.ts'
import { parseResponse } from '../client/parse-response.ts'
import { notUnderstood } from '../download/request-file.ts'
import { fetchDocument, parseJson, type Remote } from '../harvest/fetch-document.ts'
import type { MirroredLine, MirroredObject, MirrorState } from './mirror-state.ts'
import type { Original } from './mirrored-files.ts'

/** More changes are not read in one run, so that a faulty server cannot fill the disk. */
const MAX_CHANGES = 20_000_000

const ADVICE = 'Check that it is the address of a catalog.'

/** Changes that were read. */
export interface Pulled {
  changed: number
  gone: number
  /** Why the whole catalog was read, or is. */
  reason: 'first' | 'full' | 'reset' | null
}

interface Source {
  remote: Remote
  state: MirrorState
  /** Base URL of the catalog. */
  url: string
  onChanges: (count: number) => void
}

/**
 * Reads what changed since the last run up to the end of the log. Each page is saved with the cursor after it, so that a run that
 * is stopped continues there.
 * @param isFull whether to read everything
 * @throws CatalogError if the server does not answer as a catalog does
 */
export async function pullChanges(source: Source, isFull: boolean): Promise<Pulled> {
  const { state, onChanges } = source
  await choosePass(source, isFull)
  const pulled: Pulled = { changed: 0, gone: 0, reason: null }
  for (;;) {
    const page = await fetchPage(source, state.get('cursor') ?? '')
    const { results, cursor } = page
    if (page.reset) state.transact(() => beginPass(state, 'reset'))
    if (results.length > 0 && cursor === state.get('cursor'))
      throw notUnderstood(`${source.url} sent the same cursor twice. ${ADVICE}`)
    state.transact(() => {
      state.set('url', source.url)
      savePage(state, page)
    })
    onChanges(results.length)
    const gone = results.filter((change) => change.state === 'gone').length
    pulled.gone += gone
    pulled.changed += results.length - gone
    if (results.length === 0) break
    if (pulled.changed + pulled.gone > MAX_CHANGES)
      throw notUnderstood(`The list of changes of ${source.url} does not end. ${ADVICE}`)
  }
  pulled.reason = (state.get('pass_open') as Pulled['reason'] | undefined) ?? null
  if (pulled.reason !== null) state.transact(() => endPass(state))
  return pulled
}

/** Begins a pass through the whole log if that is due. */
async function choosePass(source: Source, isFull: boolean): Promise<void> {
  const { state, remote, url } = source
  if (state.get('pass') === undefined) state.transact(() => beginPass(state, 'first'))
  else if (state.get('url') !== url) state.transact(() => beginPass(state, 'full'))
  else if (state.get('pass_open') !== undefined) return
  else if (isFull) state.transact(() => beginPass(state, 'full'))
  else if ((await isRewound(source)) && (await isStillRewound(source))) {
    remote.log('The catalog lost changes that this mirror has, so all of it is read again.')
    state.transact(() => beginPass(state, 'reset'))
  }
}

/**
 * Whether the log ends before the last change that was read. A catalog that was put back to an earlier state by other means than
 * its own does not notice that. An entry never leaves the log, and only moves to its end, so that the page of that change
 * still has one at its place or later.
 */
async function isRewound({ state, remote, url }: Source): Promise<boolean> {
  const [after, last] = [state.get('last_page'), state.get('last_change')]
  if (after === undefined || last === undefined) return false
  const query = new URLSearchParams({ after, limit: String(MAX_CHANGES_WITH_LINES) })
  const { results } = await fetchChanges(remote, url, query)
  return !results.some((change) => change.changed_at >= last)
}

/** Repeats the check after the replicas have caught up. */
async function isStillRewound(source: Source): Promise<boolean> {
  const { cli } = source.remote
  await cli.sleep(2 * MAX_REPLICA_LAG_SECONDS * 1000, cli.signal)
  return await isRewound(source)
}

function beginPass(state: MirrorState, reason: NonNullable<Pulled['reason']>): void {
  state.set('pass', String(Number(state.get('pass') ?? 0) + 1))
  state.set('pass_open', reason)
  for (const name of ['cursor', 'last_page', 'last_change']) state.set(name, undefined)
}

function endPass(state: MirrorState): void {
  state.hideUnseen(Number(state.get('pass')))
  state.set('pass_open', undefined)
  state.set('dirty', 'yes')
}

function savePage(state: MirrorState, { results, cursor, catalog }: ChangesPage): void {
  const pass = Number(state.get('pass'))
  for (const change of results) {
    if (change.state === 'gone') state.hideObject(change.type, change.id)
    else state.saveObject(toObject(change), pass)
  }
  const first = JSON.stringify(catalog)
  if (results.length > 0 || first !== state.get('catalog')) state.set('dirty', 'yes')
  state.set('catalog', first)
  const last = results.at(-1)?.changed_at
  if (last !== undefined) {
    state.set('last_page', state.get('cursor') ?? '0')
    state.set('last_change', last)
  }
  state.set('cursor', cursor)
}

async function fetchPage({ remote, url }: Source, after: string): Promise<ChangesPage> {
  const limit = String(MAX_CHANGES_WITH_LINES)
  const query = new URLSearchParams({ after, limit, with: 'lines' })
  const page = await fetchChanges(remote, url, query)
  if (page.reset) remote.log('The catalog was restored from a backup, so all of it is read again.')
  if (page.catalog?.type === 'catalog') return page
  throw notUnderstood(`${url} runs an earlier version, which has no mirrors.`, { hint: null })
}

async function fetchChanges(
  remote: Remote,
  url: string,
  query: URLSearchParams,
): Promise<ChangesPage> {
  const address = `${url}/api/v2/changes/?${query.toString()}`
  try {
    const body = parseJson(await fetchDocument(remote, address, 'application/json'), address)
    const parsed = parseResponse(changesPage, body)
    if (parsed.success) return parsed.data
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    if (error.kind !== 'not_found' && error.kind !== 'unsupported') throw error
    throw notUnderstood(`${error.message} ${ADVICE}`, { cause: error })
  }
  throw notUnderstood(`${url}/api/v2/changes/ is not a list of changes. ${ADVICE}`)
}

/** The types of lines by the kind of object. Newer servers may send others, which are left out. */
const OWN_TYPES: Record<PublicKind, readonly string[]> = {
  source: ['source'],
  collection: ['collection'],
  subject: ['subject', 'subject_geometry'],
  image: ['image', 'subject_tag', 'georeference', 'from_above_georeference', 'validation'],
}

const NAMED_TYPES = ['user', 'license']

/** The members of a line that the mirror needs. The line is copied with all of them. */
const line = z.object({
  type: z.string(),
  id: z.int().optional(),
  subject: z.int().optional(),
  duplicate_of: z.int().optional(),
  collection: z.int().optional(),
  source: z.int().optional(),
  file: z
    .object({
      content_type: z.string(),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      size: z.int().min(1).optional(),
    })
    .optional(),
})
type Change = ChangesPage['results'][number]

function toObject({ type: kind, id, lines = [], file_url: url }: Change): MirroredObject {
  const parsed = lines.map((one) => parseLine(one))
  const own = parsed[0]?.values
  if (own?.type !== kind || own.id !== id)
    throw notUnderstood(`The catalog sent ${kind} ${id} without its own line.`, { hint: null })
  return {
    kind,
    id,
    parent: own.collection ?? own.source,
    original: toOriginal(own, url),
    lines: toLines(parsed, OWN_TYPES[kind], id),
    named: toLines(parsed, NAMED_TYPES, id),
  }
}

interface ParsedLine {
  values: z.infer<typeof line>
  json: string
}

function parseLine(given: object): ParsedLine {
  const parsed = line.safeParse(given)
  // The text keeps the order of the members.
  if (parsed.success) return { values: parsed.data, json: JSON.stringify(given) }
  const text = JSON.stringify(given).slice(0, 100)
  throw notUnderstood(`The catalog sent a line that cannot be read: ${text}`, { hint: null })
}

function toLines(
  parsed: readonly ParsedLine[],
  types: readonly string[],
  owner: number,
): MirroredLine[] {
  return parsed
    .filter(({ values }) => types.includes(values.type))
    .map(({ values, json }) => {
      const { type, id = owner, subject, duplicate_of } = values
      return { type, id, other: type === 'subject_tag' ? subject : duplicate_of, json }
    })
}

function toOriginal(
  { file }: ParsedLine['values'],
  url: string | null | undefined,
): Original | undefined {
  if (file === undefined || url === null || url === undefined) return undefined
  const { content_type, sha256, size } = file
  return { url, content_type, sha256, size }
}
