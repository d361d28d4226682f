import type { Database } from 'better-sqlite3'
import { statSync } from 'node:fs'
import type { PlannedImage } from '../plan.ts'
import { IN_DOUBT, PLANNED, type State } from './protocol.ts'
import { changingColumns, NOTHING_KEPT, plannedColumns, type StoredRow } from './row.ts'

/** An imported row whose file may be another now, with the digest of what was imported. */
export interface Suspect {
  id: number
  image: PlannedImage
  sha256: string | null
}

/** Makes a row that is done one that is to be done anew, with this file. */
export function planAgain(db: Database, { id, image }: Suspect, run: number): void {
  const anew = { id, image, standing: PLANNED, kept: NOTHING_KEPT }
  const columns = { ...plannedColumns(image), seen: run, edited: null, ...changingColumns(anew) }
  const sets = Object.keys(columns).map((column) => `${column} = @${column}`)
  db.prepare(`update row set ${sets.join(', ')} where id = @id`).run(columns)
}

/** Takes the rows of a manifest into the journal, in their order. */
export interface Planning {
  row(image: PlannedImage): void
  isImported(key: string): boolean
  /** An imported row whose file is no longer where the manifest says. */
  putAside(key: string, place: { row: number; line: number }): void
  /** Rows that were imported and whose file seems to be another now. */
  readonly suspects: readonly Suspect[]
  /** Keeps what was taken, or none of it. */
  end(keep: boolean): void
}

/**
 * Everything until its end is one transaction: a manifest that turns out to be wrong leaves no trace.
 * @param run number of the run that begins
 */
export function beginPlanning(db: Database, run: number): Planning {
  const find = db.prepare<[string], StoredRow>('select * from row where key = ?')
  const statements = prepare(db)
  const suspects: Suspect[] = []
  db.exec('begin immediate')
  return {
    suspects,
    row(image) {
      const before = find.get(image.key)
      const isReplacement = image.replaces !== undefined
      const planned = { ...plannedColumns(image), seen: run }
      if (before === undefined) statements.insert.run(planned)
      else if (isDone(before.state)) {
        const edited = isReplacement ? null : differences(before, planned)
        statements.see.run({ ...planned, id: before.id, edited })
        if (mayBeAnotherFile(before, image))
          suspects.push({ id: before.id, image, sha256: before.sha256 })
      } else if (isFrozen(before)) {
        const edited = isReplacement && mayBeAnotherFile(before, image) ? 'file' : null
        statements.see.run({ ...planned, id: before.id, edited })
      } else statements.renew.run({ ...planned, ...startOver(before, planned), id: before.id })
    },
    isImported: (key) => isDone(find.get(key)?.state ?? 'planned'),
    putAside: (key, { row, line }) => void statements.mention.run({ key, row, line, seen: run }),
    end: (keep) => void db.exec(keep ? 'commit' : 'rollback'),
  }
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
  'seen',
]

function prepare(db: Database) {
  const values = PLANNED_COLUMNS.map((column) => `@${column}`).join(', ')
  const sets = PLANNED_COLUMNS.map((column) => `${column} = @${column}`).join(', ')
  return {
    insert: db.prepare(`insert into row (${PLANNED_COLUMNS.join(', ')}) values (${values})`),
    see: db.prepare(
      'update row set seen = @seen, row = @row, line = @line, edited = @edited where id = @id',
    ),
    mention: db.prepare('update row set seen = @seen, row = @row, line = @line where key = @key'),
    renew: db.prepare(`update row set ${sets}, state = @state, edited = null where id = @id`),
  }
}

function isDone(state: State): boolean {
  return state === 'committed' || state === 'unlocated'
}

/** What may have been sent is said again word by word, whatever the manifest says now. */
function isFrozen({ state, doubt }: StoredRow): boolean {
  return IN_DOUBT.includes(state) || state === 'review' || doubt === 1
}

type PlannedColumns = ReturnType<typeof plannedColumns>

/** An upload is of use as long as it is of the same file for the same collection. */
function startOver(before: StoredRow, planned: PlannedColumns): { state: State } {
  const same =
    before.path === planned.path &&
    before.size === planned.size &&
    before.content_type === planned.content_type &&
    before.collection === planned.collection &&
    before.replaces === planned.replaces &&
    before.expected_sha256 === planned.expected_sha256 &&
    before.modified_at === modifiedAt(planned.path)
  return { state: same || before.state !== 'uploaded' ? before.state : 'slotted' }
}

/** Which columns say something else than what was imported. */
function differences(before: StoredRow, planned: PlannedColumns): string | null {
  const [one, other] = [before, planned].map(
    ({ metadata }) => JSON.parse(metadata) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>]
  const columns = new Set([...Object.keys(one), ...Object.keys(other)])
  const changed = [...columns].filter(
    (column) => JSON.stringify(one[column]) !== JSON.stringify(other[column]),
  )
  if (before.collection !== planned.collection) changed.push('collection')
  if (before.replaces !== planned.replaces) changed.push('image_id')
  return changed.length === 0 ? null : changed.join(', ')
}

function mayBeAnotherFile(before: StoredRow, image: PlannedImage): boolean {
  const { path, size, replaces } = image
  if (replaces !== undefined && before.path !== path) return true
  return before.size !== size || before.modified_at !== modifiedAt(path)
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}
