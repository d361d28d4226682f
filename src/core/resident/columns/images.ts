import type { Database } from 'better-sqlite3'
import { groupChanges } from '../../database/changes.ts'
import { foldText } from '../../model/fold.ts'
import { PROCESSING_STATES } from '../../model/processing.ts'
import type { YearRange } from '../../queries/lists/year-range.ts'
import {
  AVAILABLE,
  DUPLICATE,
  filterListed,
  filterYears,
  FROM_ABOVE,
  GEOREFERENCED,
  LIVE,
  selectLiveRows,
  type Bitmap,
  type Flags,
} from './bitmap.ts'
import { openChangeLog } from './change-log.ts'
import { openCollectionIndex, type CollectionIndex } from './collection-index.ts'
import {
  createDictionaryMemory,
  openDictionary,
  type Dictionary,
  type DictionaryMemory,
} from './dictionary.ts'
import { readPublishedRows, type RowMemory, type Rows } from './rows.ts'
import {
  COMMON_FIELDS,
  createTableMemory,
  openTable,
  type CommonColumns,
  type SourceRow,
} from './table.ts'
import { createThreadLock, withLock } from './thread-lock.ts'

/**
 * The memory of the columns of all images, which all threads that read them have. Each of them writes what has changed,
 * one at a time. The columns may be newer than the other rows that a thread holds, but are never older. A thread that
 * locks them before its snapshot begins reads both as of the same change.
 */
export interface ImageMemory {
  readonly lock: Int32Array
  /** Number of the last change that is included; -1 before all images are loaded. */
  readonly change: Float64Array
  readonly rows: RowMemory
  readonly creators: DictionaryMemory
  readonly collections: DictionaryMemory
}

const COLUMNS = {
  /** Number in the dictionary of creators. */
  creator: Uint32Array,
  /** Position of the state in `PROCESSING_STATES`, from 1; 0 without a file. */
  processing: Uint8Array,
}

type OwnColumns = { [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name]> }
type ImageColumns = CommonColumns & OwnColumns

export function createImageMemory(): ImageMemory {
  const lock = createThreadLock()
  return {
    lock,
    change: new Float64Array(new SharedArrayBuffer(8)).fill(-1),
    rows: createTableMemory(COLUMNS),
    creators: createDictionaryMemory(lock),
    collections: createDictionaryMemory(lock),
  }
}

/** The columns by which lists and searches filter images. */
export interface Images {
  readonly rows: Rows<ImageColumns>
  readonly collections: CollectionIndex
  readonly creators: Dictionary
  /** Includes at least the changes up to one, by default the newest. */
  follow(change?: number): void
  /**
   * Selects the images that match a filter.
   * @param among rows to select from, all by default
   * @returns a bitmap of all rows, or of the positions in `among`
   */
  select(filter: ColumnFilter, among?: Uint32Array): Bitmap
}

export interface ColumnFilter extends Flags, YearRange {
  /** 1 for the number of each collection in scope, else 0. */
  collections: Uint8Array
  /** Part of the name. */
  creator?: string | undefined
}

interface ImageRow extends SourceRow {
  creator_folded: string | null
  processing: number
}

const SELECT = `select ${COMMON_FIELDS}, creator_folded, ${numberProcessingStates()} as processing,
  ${LIVE} + (last_georeferenced_at is not null) * ${GEOREFERENCED} + from_above * ${FROM_ABOVE}
    + (duplicate_of is not null) * ${DUPLICATE}
    + (last_georeferenced_at is null and duplicate_of is null and will_not_georef = 0) * ${AVAILABLE} as flags
  from image`

/** After more changes than this, loading everything is no slower. */
export const MAX_FOLLOWED_CHANGES = 20_000

/** Opens the columns of all images. Loads them, which takes a second for a million, unless another thread has. */
export function openImages(db: Database, memory: ImageMemory): Images {
  const collections = openCollectionIndex(db, memory.collections)
  const creators = openDictionary(memory.creators)
  const source = {
    table: 'image',
    select: SELECT,
    collections,
    columns: COLUMNS,
    setRow(columns: OwnColumns, row: number, image: ImageRow) {
      columns.creator[row] = creators.getNumber(image.creator_folded)
      columns.processing[row] = image.processing
    },
  }
  const table = withLock(memory.lock, () => openTable(db, source, memory.rows))
  const log = openChangeLog(db, MAX_FOLLOWED_CHANGES + 1)
  const { rows } = table
  const update = (last: number): void => {
    const [change = -1] = memory.change
    if (change >= last) return
    const changes = log.readAfter(change, last) ?? []
    const isComplete = change >= 0 && changes.at(-1)?.seq === last
    if (isComplete) {
      const changed = groupChanges(changes)
      for (const kind of ['image', 'georeferenced', 'processing'] as const)
        table.reload(changed(kind))
    } else table.load()
    memory.change[0] = last
  }
  const images: Images = {
    rows,
    collections,
    creators,
    follow: db.transaction((change) =>
      withLock(memory.lock, () => {
        readPublishedRows(rows)
        update(change ?? log.readNewest())
      }),
    ),
    select(filter, among) {
      const columns = among ? pickRows(rows.columns, among) : rows.columns
      const bitmap = selectLiveRows(columns, among?.length ?? rows.size, filter.collections, filter)
      filterYears(bitmap, columns, filter)
      if (filter.creator !== undefined) filterCreator(bitmap, { columns, creators }, filter.creator)
      return bitmap
    },
  }
  images.follow()
  return images
}

/** Keeps the rows whose creator's name contains a text. */
export function filterCreator(
  bitmap: Bitmap,
  { columns, creators }: { columns: Pick<ImageColumns, 'creator'>; creators: Dictionary },
  text: string,
): void {
  filterListed(bitmap, columns.creator, creators.findContaining(foldText(text)))
}

function pickRows(
  { flags, collection, fuzzyFrom, fuzzyTo, creator }: ImageColumns,
  rows: Uint32Array,
): Omit<ImageColumns, 'processing'> {
  const pick = <Column extends Uint8Array | Uint32Array | Float64Array>(column: Column): Column => {
    const picked = new (column.constructor as new (length: number) => Column)(rows.length)
    for (let n = 0; n < rows.length; n++) picked[n] = column[rows[n] ?? 0] ?? 0
    return picked
  }
  return {
    flags: pick(flags),
    collection: pick(collection),
    fuzzyFrom: pick(fuzzyFrom),
    fuzzyTo: pick(fuzzyTo),
    creator: pick(creator),
  }
}

function numberProcessingStates(): string {
  const numbers = PROCESSING_STATES.map((state, index) => `when '${state}' then ${index + 1}`)
  return `case processing ${numbers.join(' ')} else 0 end`
}
