import { sql, type Kysely } from 'kysely'
import { foldLicenseNames } from '../fold-license-names.ts'
import { chooseCollation, refreshPlacedTitle, splitTitle } from './placed-titles.ts'
import { runStatements } from './run-statements.ts'
import type { SchemaChange } from './schema-change.ts'

/** Folds `İ` to `i`, as `foldText` does now. The letter kept its dot, which `istanbul` lacks. */
export const dottedI: SchemaChange = {
  sqlite: {
    async after(db) {
      await foldNames(db)
      await runStatements(db, SQLITE)
    },
  },
  postgres: {
    async after(db) {
      await foldNames(db)
      await runStatements(db, onPostgres(await chooseCollation(db)))
    },
  },
}

const NAMES = [
  ['user', 'username_folded'],
  ['staff_invitation', 'username_folded'],
  ['source', 'name_folded'],
  ['collection', 'name_folded'],
  ['subject', 'title_folded'],
  ['image', 'creator_folded'],
] as const

async function foldNames(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of NAMES) {
    const name = sql.ref(column)
    const folded = sql`replace(${name}, ${'i̇'}, 'i')`
    await sql`update ${sql.table(table)} set ${name} = ${folded} where ${name} <> ${folded}`.execute(
      db,
    )
  }
  await foldLicenseNames(db)
}

/** The tokenizer leaves the letter as it is. */
const indexed = (title: string): string => `replace(${title}, 'İ', 'i')`

const SQLITE = [
  'drop trigger placed_title_added',
  `create trigger placed_title_added after insert on point_current begin
     insert into placed_title (rowid, title)
     select id, ${indexed('title')} from image where id = new.image_id;
   end`,
  'drop trigger placed_title_changed',
  `create trigger placed_title_changed after update of title on image
   when new.title <> old.title and exists (select 1 from point_current where image_id = new.id) begin
     update placed_title set title = ${indexed('new.title')} where rowid = new.id;
   end`,
  `update placed_title set title = ${indexed('title')} where title <> ${indexed('title')}`,
]

function onPostgres(collation: string): string[] {
  return [
    refreshPlacedTitle(splitTitle(collation, indexed('title'))),
    `select count(refresh_placed_title(image_id)) from point_current join image on image.id = image_id
     where title <> ${indexed('title')}`,
  ]
}
