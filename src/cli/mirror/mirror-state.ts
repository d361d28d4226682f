import type Database from 'better-sqlite3'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import type { PublicKind } from '../../core/model/public-kinds.ts'
import { makeFolder } from '../../core/storage/disk/make-folder.ts'
import { accessSettings, openStateDatabase, type StateDatabase } from '../harvest/state-database.ts'
import { accessFiles, type Original } from './mirrored-files.ts'
import { accessLines, count } from './mirrored-lines.ts'

/** Folder in the mirror. */
const STATE_FOLDER = 'mirror-state'

const SCHEMA = `
-- The address of the catalog, and the progress of the mirror.
create table setting (name text primary key, value text not null) strict;

create table object (
  kind text not null,
  id integer not null,
  -- The collection of an image, or the source of a collection.
  parent integer,
  -- Whether the catalog still shows it.
  present integer not null,
  -- The pass through the log of changes that saw it last.
  seen integer not null,
  -- Whether the dump has it.
  published integer not null default 0,
  -- The original of an image, as JSON.
  original text,
  primary key (kind, id)
) strict, without rowid;

-- Lines of the dump, in its order.
create table line (
  type text not null,
  id integer not null,
  kind text not null,
  object integer not null,
  number integer not null,
  -- The subject of a tag, or the image that this one duplicates.
  other integer,
  json text not null,
  primary key (type, id, object, number)
) strict, without rowid;
create index line_of_object on line (kind, object);

-- Users and licenses, and the images whose lines name them.
create table named (type text, id integer, json text not null, primary key (type, id)) strict, without rowid;
create table naming (type text, id integer, image integer, primary key (type, id, image)) strict, without rowid;
create index naming_of_image on naming (image, type);

-- The files that the folder has. A file with another key is another one.
create table file (image integer primary key, key text not null, path text not null, json text not null) strict;
create index file_of_path on file (path);
-- Files that no line of the dump names any more.
create table trash (path text primary key) strict;

-- The objects that the catalog shows. The log may list the images of a hidden collection later.
create view shown as
select kind, id from object where present = 1 and case kind
  when 'image' then exists (
    select 1 from object as collection join object as source
      on source.kind = 'source' and source.id = collection.parent and source.present = 1
    where collection.kind = 'collection' and collection.id = object.parent and collection.present = 1)
  when 'collection' then exists (
    select 1 from object as source
    where source.kind = 'source' and source.id = object.parent and source.present = 1)
  else 1 end;
`

const FORMAT = {
  file: 'mirror.sqlite',
  version: 1,
  schema: SCHEMA,
  otherVersion: 'mirror.other_version',
}

export interface MirroredLine {
  type: string
  /** Its own id, or that of its object. */
  id: number
  other: number | undefined
  json: string
}

/** An object as the catalog shows it. */
export interface MirroredObject {
  kind: PublicKind
  id: number
  parent: number | undefined
  original: Original | undefined
  lines: MirroredLine[]
  /** The users and the license that the lines name. */
  named: MirroredLine[]
}

/** The state of a mirror, in a folder of its own. Only one process has it. */
export type MirrorState = ReturnType<typeof createState>

/**
 * Opens or creates the state of a mirror, and locks it.
 * @param directory the mirror; new, empty, or one that an earlier run made
 * @throws CatalogError kind `conflict` if the folder has something else, `busy` if another process has it
 */
export async function openMirrorState(directory: string): Promise<MirrorState> {
  const folder = join(directory, STATE_FOLDER)
  await requireOwn(directory)
  await makeFolder(directory, 0o700)
  return createState(await openStateDatabase(folder, FORMAT, () => locked(directory)), folder)
}

function locked(directory: string): CatalogError {
  const message = `Another process is writing the mirror in ${directory}. Wait until it finishes, or stop it.`
  return new CatalogError('busy', message, { code: 'mirror.locked' })
}

async function requireOwn(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    if (error.code !== 'ENOTDIR') throw error
    throw new CatalogError('conflict', `${directory} is not a folder.`, { cause: error })
  })
  if (names.length === 0 || names.includes(STATE_FOLDER)) return
  const message = `${directory} is not empty, and has no mirror. Choose a new or empty folder.`
  throw new CatalogError('conflict', message, { code: 'mirror.other_folder' })
}

function createState({ db, [Symbol.dispose]: dispose }: StateDatabase, folder: string) {
  return {
    folder,
    ...accessSettings(db),
    ...accessObjects(db),
    ...accessLines(db),
    ...accessFiles(db),
    [Symbol.dispose]: dispose,
  }
}

function accessObjects(db: Database.Database) {
  const upsert = db.prepare(
    `insert into object (kind, id, parent, present, seen, original)
    values (@kind, @id, @parent, 1, @pass, @original) on conflict (kind, id)
    do update set parent = @parent, present = 1, seen = @pass, original = @original`,
  )
  const hide = db.prepare('update object set present = 0 where kind = ? and id = ?')
  const removeLines = db.prepare('delete from line where kind = ? and object = ?')
  const removeNamings = db.prepare('delete from naming where image = ?')
  const addLine = db.prepare(
    `insert into line (type, id, kind, object, number, other, json)
    values (@type, @id, @kind, @object, @number, @other, @json)`,
  )
  const addNamed = db.prepare('insert or replace into named (type, id, json) values (?, ?, ?)')
  const addNaming = db.prepare('insert or ignore into naming (type, id, image) values (?, ?, ?)')
  const hideUnseen = db.prepare('update object set present = 0 where seen < ?')
  const clear = (kind: PublicKind, id: number): void => {
    removeLines.run(kind, id)
    if (kind === 'image') removeNamings.run(id)
  }
  return {
    saveObject: ({ lines, named, original, parent, ...object }: MirroredObject, pass: number) => {
      const { kind, id } = object
      clear(kind, id)
      const json = original === undefined ? null : JSON.stringify(original)
      upsert.run({ ...object, parent: parent ?? null, pass, original: json })
      for (const [number, { other = null, ...line }] of lines.entries())
        addLine.run({ ...line, other, kind, object: id, number })
      for (const { type, id: namedId, json } of named) {
        addNamed.run(type, namedId, json)
        addNaming.run(type, namedId, id)
      }
    },
    /** Notes that the catalog no longer shows an object. */
    hideObject: (kind: PublicKind, id: number): void => {
      clear(kind, id)
      hide.run(kind, id)
    },
    /** Notes that the catalog no longer shows the objects that a complete pass did not see. */
    hideUnseen: (pass: number): void => void hideUnseen.run(pass),
    /** Counts the objects of the dump, those of them that the catalog no longer shows, and those that it shows. */
    countObjects: (): { published: number; gone: number; shown: number } => ({
      published: count(db, 'object where published = 1'),
      gone: count(db, 'object where published = 1 and (kind, id) not in shown'),
      shown: count(db, 'shown'),
    }),
    countShown: (kind: PublicKind): number => count(db, `shown where kind = '${kind}'`),
    /** Marks the objects that the catalog shows as part of the dump, and deletes the others. */
    finishDump: (): void => {
      db.exec(`
        update object set published = 1 where published = 0 and (kind, id) in shown;
        update object set published = 0 where published = 1 and (kind, id) not in shown;
        insert or ignore into trash select path from file
          where not exists (select 1 from shown where shown.kind = 'image' and shown.id = file.image);
        delete from file
          where not exists (select 1 from shown where shown.kind = 'image' and shown.id = file.image);
        delete from line where (kind, object) in (select kind, id from object where present = 0);
        delete from naming where image in (select id from object where kind = 'image' and present = 0);
        delete from named where (type, id) not in (select type, id from naming);
        delete from object where present = 0;`)
    },
  }
}
