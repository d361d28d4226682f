import { sql } from 'kysely'
import type { SchemaChange } from './schema-change.ts'

/** The expression of `selectMiddleDay`, by which lists sort. */
const MIDDLE_DAY = `(case
  when fuzzy_from = -9007199254740991 and fuzzy_to = 9007199254740991 then null
  when fuzzy_from = -9007199254740991 then fuzzy_to
  when fuzzy_to = 9007199254740991 then fuzzy_from
  else fuzzy_from + (fuzzy_to - fuzzy_from) / 2 end)`

/** Indexes of images by date. PostgreSQL needs another one for the descending order, in which nulls come last, too. */
export const dateOrder: SchemaChange = {
  common: () => ({ tables: [`create index image_date on image (${MIDDLE_DAY}, id);`] }),
  postgres: {
    async after(db) {
      const columns = `${MIDDLE_DAY} desc nulls last, id`
      await sql.raw(`create index image_date_descending on image (${columns})`).execute(db)
    },
  },
}
