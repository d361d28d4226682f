import type { Database } from 'better-sqlite3'
import { openChangeLog, type ChangeLog } from '../columns/change-log.ts'
import { groupChanges, type Change } from '../../database/changes.ts'
import { findRow } from '../columns/rows.ts'
import type { IndexLimits } from '../../queries/searches/index-memory.ts'
import { createTextIndex, type TextIndex } from './text-index.ts'
import { ReloadRequiredError, type LoadOptions } from '../index/index-server.ts'
import { restoreTexts } from './saved-text-index.ts'
import { openSearchableImages, type SearchableImages } from '../columns/searchable-images.ts'
import type { Slices } from '../index/work-loop.ts'
import { createWholeWordFilter, type WholeWordFilter } from './whole-words.ts'

/** The columns and the texts of all images, which follow the database. */
export interface LiveTextIndex {
  readonly images: SearchableImages
  readonly texts: TextIndex
  readonly wholeWords: WholeWordFilter
  /** The rows of images that have changed since loading. */
  readonly changedRows: ChangedRows
  /** The last change that is included. */
  readonly change: number
  /** Reads the number of the newest change in the database. */
  readNewestChange(): number
  /**
   * Includes some of the changes that are missing, which takes a few milliseconds.
   * @returns whether there are more
   * @throws ReloadRequiredError if changes are missing from the change log, or if most of the words of the index no
   *   longer occur in any text
   */
  catchUp(): boolean
}

const SLICE_MS = 10
const IMAGES_PER_READ = 100
const CHANGES_PER_SLICE = 200

/** Restores the saved index of the texts, or builds it from the database. */
export function* loadLiveTextIndex(
  db: Database,
  { images: memory, file, limits, log }: LoadOptions<LiveTextIndex>,
): Slices<LiveTextIndex> {
  const start = performance.now()
  const changeLog = openChangeLog(db, CHANGES_PER_SLICE)
  const inSnapshot = db.transaction(
    () => [changeLog.readNewest(), openSearchableImages(db, memory)] as const,
  )
  const [change, images] = inSnapshot()
  yield
  const readTexts = createReadTexts(db)
  const restored = yield* file.restore(images.rows.size, (path) =>
    restoreTexts(path, db, { images, limits }),
  )
  yield
  const texts = restored?.texts ?? (yield* buildTextIndex(images, readTexts, limits))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const loaded = `${restored ? 'restored' : 'built'} the text index of ${images.rows.size} images`
  log({ level: 'info', message: `${loaded} in ${seconds} s` })
  return createLiveTextIndex(db, {
    images,
    texts,
    readTexts,
    changeLog,
    change: restored?.change ?? change,
  })
}

function* buildTextIndex(
  { rows }: SearchableImages,
  readTexts: ReadTexts,
  limits: IndexLimits,
): Slices<TextIndex> {
  const index = createTextIndex(limits)
  const ids = new Float64Array(rows.columns.id.subarray(0, rows.size)).sort()
  let sliceEnd = performance.now() + SLICE_MS
  for (let start = 0; start < ids.length; start += IMAGES_PER_READ) {
    const last = Math.min(start + IMAGES_PER_READ, ids.length) - 1
    const texts = readTexts(ids[start] ?? 0, ids[last] ?? 0)
    for (const [id, ofImage] of texts) {
      // An image that was added in the meantime has no row before the index catches up.
      const row = findRow(rows, id)
      if (row !== undefined) index.setTexts(row, ofImage)
    }
    if (performance.now() < sliceEnd) continue
    yield
    sliceEnd = performance.now() + SLICE_MS
  }
  return index
}

interface Loaded {
  images: SearchableImages
  texts: TextIndex
  readTexts: ReadTexts
  changeLog: ChangeLog
  change: number
}

function createLiveTextIndex(
  db: Database,
  { images, texts, readTexts, changeLog, change }: Loaded,
): LiveTextIndex {
  const changedRows = createChangedRows()
  let included = change

  const apply = (changes: readonly Change[], last: number): void => {
    images.follow(last)
    const changed = groupChanges(changes)
    if (changed('collection').size > 0) images.reloadCollections()
    const edited = [...changed('image'), ...changed('georeferenced')]
    for (const id of new Set([...edited, ...changed('text')])) {
      const row = findRow(images.rows, id)
      if (row !== undefined) texts.setTexts(row, readTexts(id, id).get(id) ?? [])
    }
    const all = new Set([...edited, ...changed('text'), ...changed('tags')])
    changedRows.append([...all].flatMap((id) => findRow(images.rows, id) ?? []))
  }
  const catchUp = (): boolean => {
    const changes = changeLog.readAfter(included)
    if (!changes) throw new ReloadRequiredError()
    const last = changes.at(-1)
    if (!last) return false
    apply(changes, last.seq)
    included = last.seq
    if (texts.hasManyFormerWords()) throw new ReloadRequiredError()
    return included < changeLog.readNewest()
  }
  return {
    images,
    texts,
    wholeWords: createWholeWordFilter(),
    changedRows,
    get change() {
      return included
    },
    readNewestChange: () => changeLog.readNewest(),
    catchUp: db.transaction(catchUp),
  }
}

/** The rows of changed images, in the order of the changes, so that cached results learn which to score again. */
interface ChangedRows {
  /** Position after the last change. */
  readonly end: number
  append(rows: Iterable<number>): void
  /** Returns up to `most` of the rows that changed at or after a position; undefined if they are no longer known. */
  read(position: number, most: number): readonly number[] | undefined
}

const MAX_ROWS = 100_000

function createChangedRows(): ChangedRows {
  let first = 0
  let rows: number[] = []
  return {
    get end() {
      return first + rows.length
    },
    append(more) {
      for (const row of more) rows.push(row)
      if (rows.length <= MAX_ROWS) return
      const dropped = rows.length - MAX_ROWS / 2
      rows = rows.slice(dropped)
      first += dropped
    },
    read(position, most) {
      if (position < first) return undefined
      return rows.slice(position - first, position - first + most)
    },
  }
}

/** Reads the texts of the images with these ids, inclusive, as lists by id. An image always has a title. */
type ReadTexts = (firstId: number, lastId: number) => Map<number, string[]>

const TEXTS = [
  { table: 'image', image: 'id', text: 'title' },
  { table: 'image', image: 'id', text: 'description' },
  { table: 'comment', image: 'image_id', text: 'text' },
  { table: 'georeference', image: 'image_id', text: 'confidence_notes' },
  { table: 'from_above_georeference', image: 'image_id', text: 'confidence_notes' },
]

const SELECT = TEXTS.map(
  ({ table, image, text }) =>
    `select ${image}, ${text} from ${table}
     where ${image} between @firstId and @lastId and ${text} is not null`,
).join(' union all ')

function createReadTexts(db: Database): ReadTexts {
  const select = db.prepare<{ firstId: number; lastId: number }, [number, string]>(SELECT).raw()
  return (firstId, lastId) => {
    const texts = new Map<number, string[]>()
    for (const [image, text] of select.iterate({ firstId, lastId })) {
      const known = texts.get(image)
      if (known) known.push(text)
      else texts.set(image, [text])
    }
    return texts
  }
}
