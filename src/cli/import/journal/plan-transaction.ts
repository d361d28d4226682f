import type { Database } from 'better-sqlite3'
import type { PlannedImage } from '../check/planned-image.ts'
import {
  createCollectionChangeFinder,
  isFrozen,
  type CollectionChanges,
} from './collection-changes.ts'
import { PLANNED, type State } from './protocol.ts'
import { toStateColumns, EMPTY_RECORD, toPlannedColumns, type StoredRow } from './journal-row.ts'

/** An imported row whose file may be another now, with the digest of what was imported. */
export interface ChangedFileCandidate {
  id: number
  image: PlannedImage
  sha256: string | null
}

/** Makes a row that is done one that is to be done anew, with this file. */
export function replanRow(db: Database, { id, image }: ChangedFileCandidate): void {
  const replanned = { id, rowState: PLANNED, record: EMPTY_RECORD }
  const columns = {
    ...toPlannedColumns(image),
    listed: 1,
    edited: null,
    ...toStateColumns(replanned),
  }
  const sets = Object.keys(columns).map((column) => `${column} = @${column}`)
  db.prepare(`update row set ${sets.join(', ')} where id = @id`).run(columns)
}

/** Takes the rows of a manifest into the journal, in their order. */
export interface PlanTransaction {
  addRow(image: PlannedImage): void
  isImported(key: string): boolean
  /** An imported row whose file is no longer where the manifest says. */
  keepRowWithMovedFile(key: string, place: Position): void
  /** Compares the collection that a row names now, if any, with the one that it was sent to. */
  compareCollection(key: string, line: number, collection: number | undefined): void
  readonly collectionChanges: CollectionChanges | undefined
  /** Rows that were imported and whose file seems to be another now. */
  readonly changedFiles: readonly ChangedFileCandidate[]
  /** Keeps what was taken, or none of it. */
  end(keep: boolean): void
}

/**
 * Everything until its end is one transaction: a manifest that turns out to be wrong leaves no trace. Of a
 * long manifest that is gone on with next to nothing is written.
 */
export function beginPlan(db: Database): PlanTransaction {
  const statements = prepare(db)
  const suspects: ChangedFileCandidate[] = []
  const named = new Set<number>()
  const moved = createCollectionChangeFinder()
  db.exec('begin immediate')
  // What other imports have made is found out again in each run.
  db.exec('update row set existing_image = null where existing_image is not null')
  return {
    changedFiles: suspects,
    get collectionChanges() {
      return moved.found
    },
    compareCollection(key, line, to) {
      moved.compare(statements.find.get(key), { line, to })
    },
    addRow(image) {
      const before = statements.find.get(image.key)
      moved.compare(before, { line: image.line, to: image.collection })
      const planned = toPlannedColumns(image)
      if (before) {
        const { id, sha256 } = before
        const isOther = mayBeOtherFile(before, image)
        if (isDone(before.state) && isOther) suspects.push({ id, image, sha256 })
        updateKnownRow(statements, before, planned, isOther)
        named.add(id)
      } else named.add(Number(statements.insert.run(planned).lastInsertRowid))
    },
    isImported: (key) => isDone(statements.find.get(key)?.state ?? 'planned'),
    keepRowWithMovedFile(key, place) {
      const before = statements.find.get(key)
      if (before === undefined) return
      named.add(before.id)
      updatePosition(statements, before, place, before.edited)
    },
    end(keep) {
      if (keep) unlistOthers(statements, named)
      db.exec(keep ? 'commit' : 'rollback')
    },
  }
}

/** What is as it was in the last run is only read. */
function updateKnownRow(
  statements: Statements,
  before: KnownRow,
  planned: PlannedColumns,
  isOther: boolean,
): void {
  if (isDone(before.state) || isFrozen(before)) {
    return updatePosition(statements, before, planned, editedColumns(before, planned, isOther))
  }
  updatePlannedColumns(statements, before, {
    ...planned,
    state: stateAfterChange(before, planned, isOther),
  })
}

function unlistOthers({ listed, unlist }: Statements, named: ReadonlySet<number>): void {
  const gone = listed.all().filter((id) => !named.has(id))
  for (const id of gone) unlist.run(id)
}

const PLANNED_COLUMNS = [
  'key',
  'row',
  'line',
  'file',
  'path',
  'size',
  'content_type',
  'collection',
  'replaces',
  'expected_sha256',
  'sidecar',
  'metadata',
] as const

/** What a row of the manifest is compared with. */
type KnownRow = Pick<
  StoredRow,
  | (typeof PLANNED_COLUMNS)[number]
  | 'id'
  | 'listed'
  | 'state'
  | 'doubt'
  | 'edited'
  | 'sha256'
  | 'modified_at'
>

type Statements = ReturnType<typeof prepare>

function prepare(db: Database) {
  const names = PLANNED_COLUMNS.join(', ')
  const values = PLANNED_COLUMNS.map((column) => `@${column}`).join(', ')
  const sets = PLANNED_COLUMNS.map((column) => `${column} = @${column}`).join(', ')
  return {
    find: db.prepare<[string], KnownRow>(
      `select id, listed, state, doubt, edited, sha256, modified_at, ${names} from row where key = ?`,
    ),
    insert: db.prepare(`insert into row (${names}) values (${values})`),
    markListed: db.prepare(
      'update row set listed = 1, row = @row, line = @line, edited = @edited where id = @id',
    ),
    updateRow: db.prepare(
      `update row set ${sets}, listed = 1, state = @state, edited = null where id = @id`,
    ),
    listed: db.prepare<[], number>('select id from row where listed = 1').pluck(),
    unlist: db.prepare('update row set listed = 0 where id = ?'),
  }
}

interface Position {
  row: number
  line: number
}

function updatePosition(
  statements: Statements,
  before: KnownRow,
  { row, line }: Position,
  edited: string | null,
): void {
  if (hasMoved(before, { row, line }, edited))
    statements.markListed.run({ id: before.id, row, line, edited })
}

function hasMoved(before: KnownRow, { row, line }: Position, edited: string | null): boolean {
  return !before.listed || before.row !== row || before.line !== line || before.edited !== edited
}

function updatePlannedColumns(
  statements: Statements,
  before: KnownRow,
  renewed: PlannedColumns & { state: State },
): void {
  const isSame =
    before.state === renewed.state &&
    PLANNED_COLUMNS.every((column) => before[column] === renewed[column])
  if (isSame && !hasMoved(before, renewed, null)) return
  statements.updateRow.run({ ...renewed, id: before.id })
}

function isDone(state: State): boolean {
  return state === 'committed'
}

type PlannedColumns = ReturnType<typeof toPlannedColumns>

/** An upload is of use as long as it is of the same file for the same collection. */
function stateAfterChange(before: KnownRow, planned: PlannedColumns, isOther: boolean): State {
  const same =
    !isOther &&
    before.path === planned.path &&
    before.content_type === planned.content_type &&
    before.collection === planned.collection &&
    before.replaces === planned.replaces &&
    before.expected_sha256 === planned.expected_sha256
  return same || before.state !== 'uploaded' ? before.state : 'slotted'
}

/** Which columns say something else than what was imported, or may have been. */
function editedColumns(before: KnownRow, planned: PlannedColumns, isOther: boolean): string | null {
  const isReplacement = planned.replaces !== null
  if (isDone(before.state)) return isReplacement ? null : findEditedColumns(before, planned)
  return isReplacement && isOther ? 'file' : null
}

function findEditedColumns(before: KnownRow, planned: PlannedColumns): string | null {
  const changed = before.metadata === planned.metadata ? [] : findChangedMembers(before, planned)
  if (before.collection !== planned.collection) changed.push('collection')
  if (before.replaces !== planned.replaces) changed.push('image_id')
  return changed.length === 0 ? null : changed.join(', ')
}

function findChangedMembers(...both: [{ metadata: string }, { metadata: string }]): string[] {
  const [one, other] = both.map(
    ({ metadata }) => JSON.parse(metadata) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>]
  const columns = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...columns].filter(
    (column) => JSON.stringify(one[column]) !== JSON.stringify(other[column]),
  )
}

/** Whether the file is not plainly the one that was uploaded. */
export function mayBeOtherFile(
  before: Pick<StoredRow, 'path' | 'size' | 'modified_at'>,
  { path, size, replaces, modifiedAt }: PlannedImage,
): boolean {
  if (replaces !== undefined && before.path !== path) return true
  return before.size !== size || before.modified_at !== modifiedAt
}
