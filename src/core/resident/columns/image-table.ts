import type { Database } from 'better-sqlite3'
import { PROCESSING_STATES } from '../../model/processing.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import type { CollectionIndex } from './collection-index.ts'
import { AVAILABLE, FROM_ABOVE, GEOREFERENCED, LIVE } from './bitmap.ts'
import { COMMON_FIELDS, loadTable, type SourceRow } from './table.ts'

interface ImageRow extends SourceRow {
  creator_folded: string | null
  processing: number
}

const SELECT = `select ${COMMON_FIELDS}, creator_folded, ${numberProcessingStates()} as processing,
  ${LIVE} + (last_georeferenced_at is not null) * ${GEOREFERENCED} + from_above * ${FROM_ABOVE}
    + (last_georeferenced_at is null and duplicate_of is null and will_not_georef = 0) * ${AVAILABLE} as flags
  from image`

/** Loads the columns that image lists filter by. Names of creators are dictionary-encoded. */
export function loadImageTable(db: Database, collections: CollectionIndex) {
  const creators: Dictionary = createDictionary()
  const table = loadTable(db, {
    table: 'image',
    select: SELECT,
    collections,
    columns: {
      creator: Uint32Array,
      /** Position of the state in `PROCESSING_STATES`, from 1; 0 without a file. */
      processing: Uint8Array,
    },
    setRow(columns, row, image: ImageRow) {
      columns.creator[row] = creators.getNumber(image.creator_folded)
      columns.processing[row] = image.processing
    },
  })
  return { ...table, creators }
}

export type ImageTable = ReturnType<typeof loadImageTable>

function numberProcessingStates(): string {
  const numbers = PROCESSING_STATES.map((state, index) => `when '${state}' then ${index + 1}`)
  return `case processing ${numbers.join(' ')} else 0 end`
}
