import type { Database } from 'better-sqlite3'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Snapshot } from '../../database/store.ts'
import type { Tables } from '../../database/tables.ts'
import type { StoreOptions } from '../../database/sqlite/open-store.ts'
import { connect } from '../../database/postgres/connect.ts'
import { openSnapshot } from '../../database/postgres/open-snapshot.ts'
import {
  COLLECTION_TABLES,
  IMAGE_KINDS,
  IMAGE_TABLES,
  LOGGED_TABLES,
  type CopiedTable,
} from './copied-tables.ts'
import { openCopyFile } from './open-copy.ts'
import { createRowCopier, type RowCopier } from './copy-rows.ts'

/** More changes than this are not applied one by one: everything is copied again. */
const MAX_CHANGES = 20_000

/** A reader of the copy that missed more changes than this reloads everything. */
const KEPT_CHANGES = 100_000

/** State of PostgreSQL that the copy includes. */
interface State {
  /** The newest change of PostgreSQL, and its token. 0 if there is none. */
  seq: number
  token: number
  /** The newest public change. */
  publicChange: number
  /** The newest embedding. */
  embedding: number
  /** The models whose embeddings are copied, as JSON. */
  models: string
  /** All settings, as JSON. */
  settings: string
}

interface LoggedChange {
  seq: number
  kind: string
  ref: number
  token: number
}

const SELECT_STATE = CompiledQuery.raw(`
  select coalesce(seq, 0) as seq, coalesce(token, 0) as token,
    (select coalesce(max(changed_at), 0) from public_change) as "publicChange",
    (select coalesce(max(id), 0) from embedding) as embedding,
    (select coalesce(json_agg(model order by id), '[]')::text from embedding_model as model) as models,
    (select coalesce(json_agg(setting order by name), '[]')::text from setting) as settings
  from (select) as always left join (select seq, token from change order by seq desc limit 1) as newest on true
`) as CompiledQuery<State>

/** Source and target of the copy. */
export interface SearchableCopyOptions {
  /** Address of PostgreSQL. */
  url: string
  /** The copy. */
  file: StoreOptions
}

/** A SQLite database with what searches read of a PostgreSQL database. It has a change log of its own. */
export interface SearchableCopy {
  /** Includes everything that was committed before. */
  refresh(): Promise<void>
}

/** Opens the copy and a connection to PostgreSQL. */
export async function openSearchableCopy({
  url,
  file,
}: SearchableCopyOptions): Promise<SearchableCopy> {
  return createSearchableCopy(await openCopyFile(file), connect(url, 1))
}

function createSearchableCopy(db: Database, source: Kysely<Tables>): SearchableCopy {
  const copier = createRowCopier(db)
  const log = createOwnLog(db)
  return {
    async refresh() {
      const before = readState(db)
      const { rows } = await source.executeQuery(SELECT_STATE)
      if (before && isSame(before, rows[0])) return
      await using snapshot = await openSnapshot(source)
      await inTransaction(db, async () => {
        const state = await readSourceState(snapshot)
        const changes = before && (await readChanges(snapshot, before))
        if (before && changes) {
          await applyChanges(db, copier, { snapshot, changes })
          log.append(changes)
        } else {
          await copyEverything(db, copier, snapshot)
          log.restart(state.token)
        }
        const added = { snapshot, before: changes && before, state }
        await copyPublicChanges(db, copier, added)
        await copyEmbeddings(db, copier, added)
        if (before?.settings !== state.settings)
          await replaceTable(db, copier, snapshot, { name: 'setting' })
        writeState(db, state)
      })
    },
  }
}

function isSame(one: State, other: State | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function inTransaction(db: Database, work: () => Promise<void>): Promise<void> {
  db.exec('begin immediate')
  try {
    await work()
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

async function readSourceState(snapshot: Snapshot): Promise<State> {
  for await (const [state] of snapshot.readBatches({ compile: () => SELECT_STATE }, 1)) {
    if (state) return state
  }
  throw new Error('The state of the database has one row.')
}

/**
 * Reads the changes that the copy lacks.
 * @returns undefined if it has to be made again: the last change that it has is missing, because it is too old or another
 *   database was restored, or there are too many
 */
async function readChanges(
  snapshot: Snapshot,
  { seq, token }: State,
): Promise<LoggedChange[] | undefined> {
  const query = CompiledQuery.raw(
    `select seq, kind, ref, token from change where seq >= $1 order by seq limit ${MAX_CHANGES + 1}`,
    [seq],
  ) as CompiledQuery<LoggedChange>
  const changes: LoggedChange[] = []
  for await (const rows of snapshot.readBatches({ compile: () => query }, MAX_CHANGES + 1))
    changes.push(...rows)
  const last = changes.shift()
  const isKnown = last?.seq === seq && last.token === token
  return isKnown && changes.length < MAX_CHANGES ? changes : undefined
}

interface Changes {
  snapshot: Snapshot
  changes: readonly LoggedChange[]
}

async function applyChanges(
  db: Database,
  copier: RowCopier,
  { snapshot, changes }: Changes,
): Promise<void> {
  const listIds = (isWanted: (kind: string) => boolean): number[] => [
    ...new Set(changes.filter(({ kind }) => isWanted(kind)).map(({ ref }) => ref)),
  ]
  const images = listIds((kind) => IMAGE_KINDS.has(kind))
  for (const table of IMAGE_TABLES) {
    if (images.length === 0) break
    deleteIn(db, `${table.name} where ${table.image}`, images)
    await copier.copy(snapshot, table, { sql: `${table.image} = any ($1)`, parameter: images })
  }
  for (const table of LOGGED_TABLES) {
    const ids = listIds((kind) => kind === table.kind)
    if (ids.length === 0) continue
    deleteIn(db, `${table.name} where id`, ids)
    await copier.copy(snapshot, table, { sql: 'id = any ($1)', parameter: ids })
  }
  if (listIds((kind) => kind === 'collection').length > 0) {
    for (const table of COLLECTION_TABLES) await replaceTable(db, copier, snapshot, table)
  }
  deleteIn(db, 'embedding where image_id not in (select id from image) and image_id', images)
}

function deleteIn(db: Database, where: string, ids: readonly number[]): void {
  const list = '(select value from json_each(?))'
  db.prepare(`delete from ${where} in ${list}`).run(JSON.stringify(ids))
}

async function copyEverything(db: Database, copier: RowCopier, snapshot: Snapshot): Promise<void> {
  for (const table of [...COLLECTION_TABLES, ...LOGGED_TABLES, ...IMAGE_TABLES])
    await replaceTable(db, copier, snapshot, table)
}

async function replaceTable(
  db: Database,
  copier: RowCopier,
  snapshot: Snapshot,
  table: CopiedTable,
): Promise<void> {
  db.exec(`delete from ${table.name}`)
  await copier.copy(snapshot, table)
}

interface Additions {
  snapshot: Snapshot
  /** Undefined if everything is copied again. */
  before: State | undefined
  state: State
}

/** Copies the log of public changes, by which lists filter. A change that is committed later has a higher position. */
async function copyPublicChanges(
  db: Database,
  copier: RowCopier,
  { snapshot, before, state }: Additions,
): Promise<void> {
  const table = { name: 'public_change' }
  if (before === undefined) return await replaceTable(db, copier, snapshot, table)
  if (before.publicChange === state.publicChange) return
  const isNew = { sql: 'changed_at > $1', parameter: before.publicChange }
  await copier.copy(snapshot, table, isNew)
}

/** Copies new embeddings, and those of a new model. A replaced embedding has a new id. */
async function copyEmbeddings(
  db: Database,
  copier: RowCopier,
  { snapshot, before, state }: Additions,
): Promise<void> {
  const table = { name: 'embedding' }
  if (before?.models === state.models) {
    const isNew = { sql: 'id > $1 order by id', parameter: before.embedding }
    if (before.embedding !== state.embedding) await copier.copy(snapshot, table, isNew)
    return
  }
  for (const replaced of [{ name: 'embedding_model' }, table])
    await replaceTable(db, copier, snapshot, replaced)
}

function readState(db: Database): State | undefined {
  const state = db.prepare<[], string>('select state from copied').pluck().get()
  return state === undefined ? undefined : (JSON.parse(state) as State)
}

function writeState(db: Database, state: State): void {
  db.exec('delete from copied')
  db.prepare('insert into copied (state) values (?)').run(JSON.stringify(state))
}

/** The change log of the copy, which has no gaps, unlike that of PostgreSQL. */
function createOwnLog(db: Database) {
  const insert = db.prepare('insert into change (kind, ref, token) values (@kind, @ref, @token)')
  const insertAt = db.prepare(
    `insert into change (seq, kind, ref, token) values (?, 'collection', 0, ?)`,
  )
  const newest = db.prepare<[], number>('select coalesce(max(seq), 0) from change').pluck()
  const deleteOld = db.prepare('delete from change where seq <= ?')
  return {
    append(changes: readonly LoggedChange[]): void {
      for (const { kind, ref, token } of changes) insert.run({ kind, ref, token })
      deleteOld.run((newest.get() ?? 0) - KEPT_CHANGES)
    },
    /** Leaves a gap, so that readers load everything again. */
    restart(token: number): void {
      const seq = newest.get() ?? 0
      deleteOld.run(seq)
      insertAt.run(seq + 2, token)
    },
  }
}
