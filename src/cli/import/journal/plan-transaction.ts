import type { Database } from 'better-sqlite3'
import { isFileUrl } from '../check/file-url.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import {
  createCollectionChangeFinder,
  isFrozen,
  type CollectionChanges,
} from './collection-changes.ts'
import { PLANNED, type State } from './row-state-machine.ts'
import type { PlannedPlace } from '../check/check-place.ts'
import {
  EMPTY_RECORD,
  serializePlace,
  toPlannedColumns,
  toStateColumns,
  type StoredRow,
} from './journal-row.ts'

/** An imported row whose file may have changed. */
export interface ChangedFileCandidate {
  id: number
  image: PlannedImage
  /** SHA-256 of the imported file, if known. */
  sha256: string | null
}

/** Resets a committed row to be processed again with this file. */
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

/** Adds the rows of a manifest to the journal in one transaction. */
export interface PlanTransaction {
  addRow(image: PlannedImage): void
  /** Whether the row is imported, and from the same file if that is a URL. */
  isImported(key: string, file: string): boolean
  /** Keeps an imported row whose file no longer exists. */
  keepRowWithMovedFile(key: string, position: Position, place: PlannedPlace | undefined): void
  /** Compares the collection that a row names now with the one it was sent to. */
  compareCollection(key: string, line: number, collection: number | undefined): void
  readonly collectionChanges: CollectionChanges | undefined
  readonly changedFiles: readonly ChangedFileCandidate[]
  commit(): void
  rollback(): void
}

/** Unchanged rows are only read, so that resuming a long import writes little. */
export function beginPlan(db: Database): PlanTransaction {
  const statements = prepare(db)
  const changedFiles: ChangedFileCandidate[] = []
  const listed = new Set<number>()
  const collectionChanges = createCollectionChangeFinder()
  db.exec('begin immediate')
  // Each run searches again for images from other imports.
  db.exec('update row set existing_image = null where existing_image is not null')
  return {
    changedFiles,
    get collectionChanges() {
      return collectionChanges.found
    },
    compareCollection(key, line, to) {
      collectionChanges.compare(statements.find.get(key), { line, to })
    },
    addRow(image) {
      const before = statements.find.get(image.key)
      collectionChanges.compare(before, { line: image.line, to: image.collection })
      const planned = toPlannedColumns(image)
      if (before) {
        const { id, sha256 } = before
        const isOther = mayBeOtherFile(before, image)
        if (isDone(before.state) && isOther) changedFiles.push({ id, image, sha256 })
        updateKnownRow(statements, before, planned, isOther)
        listed.add(id)
      } else listed.add(Number(statements.insert.run(planned).lastInsertRowid))
    },
    isImported(key, file) {
      const before = statements.find.get(key)
      return isDone(before?.state ?? 'planned') && (!isFileUrl(file) || before?.file === file)
    },
    keepRowWithMovedFile(key, position, place) {
      const before = statements.find.get(key)
      if (before === undefined) return
      listed.add(before.id)
      updatePlace(statements, before, serializePlace(place))
      updatePosition(statements, before, position, before.edited)
    },
    commit() {
      unlistOthers(statements, listed)
      db.exec('commit')
    },
    rollback: () => void db.exec('rollback'),
  }
}

function updateKnownRow(
  statements: Statements,
  before: KnownRow,
  planned: PlannedColumns,
  isOther: boolean,
): void {
  if (isDone(before.state) || isFrozen(before)) {
    updatePlace(statements, before, planned.place)
    return updatePosition(statements, before, planned, editedColumns(before, planned, isOther))
  }
  updatePlannedColumns(statements, before, {
    ...planned,
    state: chooseState(before, planned, isOther),
  })
}

/** Plans the place of an imported row, unless its image has it, or keeps the placement that it has. */
function updatePlace({ planPlace }: Statements, before: KnownRow, place: string | null): void {
  const { id, placed } = before
  const isReplaced = place !== null && 'replaces' in (JSON.parse(place) as PlannedPlace)
  if (placed === 'placed' || (placed === 'kept' && !isReplaced)) return
  if (placed !== null || place !== before.place) planPlace.run({ id, place })
}

/** Unlists the rows of earlier manifests. */
function unlistOthers({ selectListed, unlist }: Statements, listed: ReadonlySet<number>): void {
  for (const id of selectListed.all()) if (!listed.has(id)) unlist.run(id)
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
  'place',
] as const

/** A row of the journal, as far as it is compared with the manifest. */
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
  | 'placed'
>

type Statements = ReturnType<typeof prepare>

function prepare(db: Database) {
  const names = PLANNED_COLUMNS.join(', ')
  const values = PLANNED_COLUMNS.map((column) => `@${column}`).join(', ')
  const sets = PLANNED_COLUMNS.map((column) => `${column} = @${column}`).join(', ')
  return {
    find: db.prepare<[string], KnownRow>(
      `select id, listed, state, doubt, edited, sha256, modified_at, placed, ${names} from row where key = ?`,
    ),
    insert: db.prepare(`insert into row (${names}) values (${values})`),
    markListed: db.prepare(
      'update row set listed = 1, row = @row, line = @line, edited = @edited where id = @id',
    ),
    updateRow: db.prepare(
      `update row set ${sets}, listed = 1, state = @state, edited = null where id = @id`,
    ),
    selectListed: db.prepare<[], number>('select id from row where listed = 1').pluck(),
    planPlace: db.prepare(
      'update row set place = @place, placed = null, place_previous = null where id = @id',
    ),
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

/** An upload remains valid as long as the file and the collection are the same. */
function chooseState(before: KnownRow, planned: PlannedColumns, isOther: boolean): State {
  const isUnchanged =
    !isOther &&
    before.path === planned.path &&
    before.content_type === planned.content_type &&
    before.collection === planned.collection &&
    before.replaces === planned.replaces &&
    before.expected_sha256 === planned.expected_sha256
  return isUnchanged || before.state !== 'uploaded' ? before.state : 'slotted'
}

/** Lists the columns that differ from the commit that was or may have been sent; null if none differ. */
function editedColumns(before: KnownRow, planned: PlannedColumns, isOther: boolean): string | null {
  const isReplacement = planned.replaces !== null
  if (isDone(before.state)) return isReplacement ? null : findEditedColumns(before, planned)
  return isReplacement && isOther ? 'file' : null
}

function findEditedColumns(before: KnownRow, planned: PlannedColumns): string | null {
  const changed = before.metadata === planned.metadata ? [] : findChangedMembers(before, planned)
  if (before.collection !== planned.collection) changed.push('collection')
  if (before.replaces !== planned.replaces) changed.push('image_id')
  if (before.placed === 'placed' && isOtherPlace(before.place, planned.place))
    changed.push('latitude, longitude')
  return changed.length === 0 ? null : changed.join(', ')
}

function isOtherPlace(before: string | null | undefined, planned: string | null): boolean {
  if (!before || planned === null) return false
  const [one, other] = [before, planned].map((place) => JSON.parse(place) as PlannedPlace)
  const members = ['latitude', 'longitude', 'direction'] as const
  return members.some((member) => one?.[member] !== other?.[member])
}

function findChangedMembers(...rows: [{ metadata: string }, { metadata: string }]): string[] {
  const [one, other] = rows.map(
    ({ metadata }) => JSON.parse(metadata) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>]
  const columns = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...columns].filter(
    (column) => JSON.stringify(one[column]) !== JSON.stringify(other[column]),
  )
}

/** Whether path, size or modification time differ from the recorded file. */
function mayBeOtherFile(
  before: Pick<StoredRow, 'path' | 'size' | 'modified_at'>,
  { path, size, replaces, modifiedAt }: PlannedImage,
): boolean {
  if (replaces !== undefined && before.path !== path) return true
  return before.size !== size || before.modified_at !== modifiedAt
}
