import type { Database } from 'better-sqlite3'
import { count } from './mirrored-lines.ts'

/** The original of an image, as the catalog describes it. */
export interface Original {
  url: string
  content_type: string
  sha256?: string | undefined
  size?: number | undefined
}

/** A file that the folder has. */
export interface HeldFile {
  /** Below `files`. */
  path: string
  content_type: string
  sha256: string
  size: number
}

/** An image whose file the folder lacks, or has in another version. */
export interface WantedFile {
  image: number
  original: Original
}

/** The files of a mirror in its state. */
export function accessFiles(db: Database) {
  const WANTED = `object left join file on file.image = object.id
    where object.kind = 'image' and original is not null and (object.kind, object.id) in shown
      and file.key is not coalesce(original ->> 'sha256', original ->> 'url')`
  const wanted = db.prepare<[number], { image: number; original: string }>(
    `select object.id as image, original from ${WANTED} and object.id > ? order by object.id limit 200`,
  )
  const wantedBytes = db
    .prepare<[], number>(`select coalesce(sum(original ->> 'size'), 0) from ${WANTED}`)
    .pluck()
  const unwanted = `file where image in (
    select id from object where kind = 'image' and original is null)`
  const pathOf = db.prepare<[number], string>('select path from file where image = ?').pluck()
  const save = db.prepare(
    'insert or replace into file (image, key, path, json) values (@image, @key, @path, @json)',
  )
  const discard = db.prepare('insert or ignore into trash (path) values (?)')
  const discarded = db
    .prepare<[], string>(
      `select path from trash where not exists (select 1 from file where file.path = trash.path)
      order by path limit 1000`,
    )
    .pluck()
  const forget = db.prepare('delete from trash where path = ?')
  const markDirty = db.prepare(
    `insert or replace into setting (name, value) values ('dirty', 'yes')`,
  )
  return {
    countWanted: () => ({ count: count(db, WANTED), bytes: wantedBytes.get() ?? 0 }),
    /** Lists images by pages, so that files can be saved meanwhile. */
    *listWanted(): Generator<WantedFile> {
      for (let after = 0, rows = wanted.all(after); rows.length > 0; rows = wanted.all(after)) {
        for (const { image, original } of rows)
          yield { image, original: JSON.parse(original) as Original }
        after = rows.at(-1)?.image ?? after
      }
    },
    /** Lists the path that a file is about to get, so that it goes to the trash if the run is killed before the file is saved. */
    addToTrash: (path: string): void => void discard.run(path),
    /** Notes that the folder has the file of an image. The former one goes to the trash once no line names it. */
    saveFile: db.transaction(({ image, original }: WantedFile, file: HeldFile) => {
      const former = pathOf.get(image)
      const key = original.sha256 ?? original.url
      save.run({ image, key, path: file.path, json: JSON.stringify(file) })
      markDirty.run()
      forget.run(file.path)
      if (former !== undefined && former !== file.path) discard.run(former)
    }),
    /** Moves files of images that lost their original to the trash list. */
    discardUnwanted: db.transaction(() => {
      // Lines without these files have been read, so that the dump will be written.
      db.exec(`insert or ignore into trash select path from ${unwanted}; delete from ${unwanted};`)
    }),
    /** Lists some of the files to move to the trash, until they are forgotten. */
    listTrash: (): string[] => discarded.all(),
    forgetTrash: db.transaction((paths: readonly string[]) => {
      for (const path of paths) forget.run(path)
    }),
  }
}
