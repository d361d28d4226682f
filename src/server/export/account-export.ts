import { listConsents } from '../../core/auth/consent.ts'
import { listSessions } from '../../core/auth/sessions.ts'
import { formatTimestamp, type Micros } from '../../core/base/clock.ts'
import type { AccountExport } from '../../core/contract/account-export.ts'
import type { Reads } from '../../core/database/store.ts'
import {
  getOwnAccount,
  listOwnAuditEntries,
  listOwnAuthorizations,
  listOwnImages,
  listOwnSkips,
} from '../../core/queries/own/own-records.ts'
import {
  listOwnAreas,
  listOwnComments,
  listOwnFlags,
  listOwnHiddenComments,
  listOwnPoints,
  listOwnTags,
  listOwnValidations,
  type OwnPage,
} from '../../core/queries/own/own-work.ts'
import type { RecordPage } from '../../core/queries/own/own-records.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'

/** Rows that one query reads, so that other requests run in between. */
const BATCH = 200

const BUFFERED_CHARACTERS = 64 * 1024

type Exported = Pick<Catalog, 'reads' | 'clock'>
type ListName = {
  [Name in keyof AccountExport]: AccountExport[Name] extends object[] ? Name : never
}[keyof AccountExport]
/** Functions that read the lists of these names. */
type Sections<Names extends ListName> = {
  [Name in Names]: () => AsyncIterable<AccountExport[Name][number]>
}

/** Writes everything that is stored about a user as the JSON of `AccountExport`, while it is read. */
export async function* writeAccountExport(
  { reads, clock }: Exported,
  userId: number,
): AsyncGenerator<string, void> {
  const now = clock.now()
  const head: Partial<AccountExport> = {
    format: 'catalog-account',
    version: 1,
    exported_at: formatTimestamp(now),
    account: await readAccount(reads, userId),
  }
  let buffered = JSON.stringify(head).slice(0, -1)
  for (const [name, list] of Object.entries(listSections(reads, userId, now))) {
    buffered += `,${JSON.stringify(name)}:[`
    let separator = ''
    for await (const row of list()) {
      buffered += separator + JSON.stringify(row)
      separator = ','
      if (buffered.length < BUFFERED_CHARACTERS) continue
      yield buffered
      buffered = ''
    }
    buffered += ']'
  }
  yield `${buffered}}\n`
}

async function readAccount(reads: Reads, userId: number): Promise<AccountExport['account']> {
  const { created_at, suspended_at, visited_at, is_staff, ...account } = await getOwnAccount(
    reads,
    userId,
  )
  return {
    ...account,
    is_staff: is_staff === 1,
    created_at: formatTimestamp(created_at),
    suspended_at: formatOptional(suspended_at),
    visited_at: formatOptional(visited_at),
  }
}

function listSections(reads: Reads, userId: number, now: Micros): Sections<ListName> {
  return {
    ...listSignIns(reads, userId, now),
    ...listGeoreferences(reads, userId),
    ...listOtherWork(reads, userId),
    ...listRecords(reads, userId),
  }
}

function listSignIns(
  reads: Reads,
  userId: number,
  now: Micros,
): Sections<'sessions' | 'consents' | 'authorizations'> {
  return {
    sessions: () =>
      map(listSessions(reads, userId, now), ({ browser, createdAt, usedAt }) => ({
        browser,
        created_at: formatTimestamp(createdAt),
        used_at: formatTimestamp(usedAt),
      })),
    consents: () =>
      map(listConsents(reads, userId), ({ name, scopes, allowedAt }) => ({
        app: name,
        scopes,
        created_at: formatTimestamp(allowedAt),
      })),
    authorizations: () =>
      map(listOwnAuthorizations(reads, userId), ({ app, label, scopes, at, used_at }) => ({
        app,
        label,
        scopes,
        created_at: formatTimestamp(at),
        used_at: formatOptional(used_at),
      })),
  }
}

function listGeoreferences(
  reads: Reads,
  userId: number,
): Sections<'georeferences' | 'from_above_georeferences' | 'validations'> {
  const each = <Row extends { at: Micros; id: number }>(
    list: (reads: Reads, page: OwnPage) => Promise<Row[]>,
  ) => eachNewestFirst(list, reads, userId)
  return {
    georeferences: () =>
      map(each(listOwnPoints), (row) => ({
        ...presentMade(row),
        latitude: row.latitude,
        longitude: row.longitude,
        direction: row.direction,
        confidence: row.confidence,
        confidence_notes: row.confidence_notes,
      })),
    from_above_georeferences: () =>
      map(each(listOwnAreas), (row) => ({
        ...presentMade(row),
        polygon: JSON.parse(row.polygon),
        confidence: row.confidence,
        confidence_notes: row.confidence_notes,
      })),
    validations: () =>
      map(each(listOwnValidations), (row) => ({
        ...presentMade(row),
        georeference: row.georeference_id,
        from_above_georeference: row.from_above_georeference_id,
        validation: row.validation,
        notes: row.notes,
      })),
  }
}

function listOtherWork(
  reads: Reads,
  userId: number,
): Sections<'comments' | 'hidden_comments' | 'tag_changes' | 'flags'> {
  const each = <Row extends { at: Micros; id: number }>(
    list: (reads: Reads, page: OwnPage) => Promise<Row[]>,
  ) => eachNewestFirst(list, reads, userId)
  return {
    comments: () => map(each(listOwnComments), (row) => ({ ...presentMade(row), text: row.text })),
    hidden_comments: () =>
      map(each(listOwnHiddenComments), (row) => ({
        ...presentMade(row),
        text: row.text,
        hidden_at: formatTimestamp(row.hidden_at),
      })),
    tag_changes: () =>
      map(each(listOwnTags), (row) => ({
        ...presentMade(row),
        action: row.action,
        subject: row.subject_id,
        previous_order: row.previous_order && JSON.parse(row.previous_order),
        new_order: row.new_order && JSON.parse(row.new_order),
      })),
    flags: () =>
      map(each(listOwnFlags), (row) => ({
        ...presentMade(row),
        reason: row.reason,
        text: row.text,
        resolved_at: formatOptional(row.resolved_at),
      })),
  }
}

function listRecords(reads: Reads, userId: number): Sections<'skips' | 'images' | 'changes'> {
  const each = <Row extends { id: number }>(
    list: (reads: Reads, page: RecordPage) => Promise<Row[]>,
  ) => eachById(list, reads, userId)
  return {
    skips: () =>
      map(each(listOwnSkips), ({ id, reason, at }) => ({
        image: id,
        reason,
        created_at: formatTimestamp(at),
      })),
    images: () =>
      map(each(listOwnImages), ({ id, title, at }) => ({
        id,
        title,
        created_at: formatTimestamp(at),
      })),
    changes: () =>
      map(each(listOwnAuditEntries), ({ action, object_type, object_id, at }) => ({
        action,
        object: `${object_type}/${object_id}`,
        created_at: formatTimestamp(at),
      })),
  }
}

function presentMade({ id, image_id, at }: { id: number; image_id: number; at: Micros }) {
  return { id, image: image_id, created_at: formatTimestamp(at) }
}

function formatOptional(time: Micros | null): string | null {
  return time === null ? null : formatTimestamp(time)
}

async function* eachNewestFirst<Row extends { at: Micros; id: number }>(
  list: (reads: Reads, page: OwnPage) => Promise<Row[]>,
  reads: Reads,
  userId: number,
): AsyncGenerator<Row, void> {
  let before: Row | undefined
  do {
    const rows = await list(reads, { userId, before, limit: BATCH })
    yield* rows
    before = rows.length === BATCH ? rows.at(-1) : undefined
  } while (before)
}

async function* eachById<Row extends { id: number }>(
  list: (reads: Reads, page: RecordPage) => Promise<Row[]>,
  reads: Reads,
  userId: number,
): AsyncGenerator<Row, void> {
  let after: number | undefined = 0
  while (after !== undefined) {
    const rows: Row[] = await list(reads, { userId, after, limit: BATCH })
    yield* rows
    after = rows.length === BATCH ? rows.at(-1)?.id : undefined
  }
}

async function* map<Row, Result>(
  rows: AsyncIterable<Row> | Promise<readonly Row[]>,
  present: (row: Row) => Result,
): AsyncGenerator<Result, void> {
  for await (const row of Symbol.asyncIterator in rows ? rows : await rows) yield present(row)
}
