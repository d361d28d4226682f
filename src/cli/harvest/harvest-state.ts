import type Database from 'better-sqlite3'
import { CatalogError } from '../../core/base/errors.ts'
import type { HarvestProblem } from './problem.ts'
import type { RemoteValues } from './remote-record.ts'
import { accessSettings, openStateDatabase, type StateDatabase } from './state-database.ts'

const SCHEMA = `
-- What the harvest is of, and how far it is.
create table setting (name text primary key, value text not null) strict;

-- The collections and manifests of this pass. Ranks sort them as the collections list them.
create table document (
  url text primary key,
  rank text not null,
  -- Number of items that earlier pages of the collection list.
  listed integer not null default 0,
  -- The document that named it first; blank for the first one.
  named_by text not null,
  -- 1 if it was read, 2 if it could not be.
  done integer not null default 0
) strict;
create index document_to_read on document (rank, url) where done = 0;

create table record (
  id text primary key,
  number integer not null unique,
  -- As the remote has it now, as JSON.
  remote text not null,
  -- Whether the remote still has it.
  present integer not null default 1,
  -- The pass that saw it last.
  seen integer not null,
  -- As the table or the catalog has it, as JSON; null for a new record.
  applied text,
  -- Whether it was withdrawn from the table or the catalog.
  withdrawn integer not null default 0,
  reference text,
  image_id integer unique,
  -- Collection that the image returns to.
  home integer
) strict;
create index record_by_reference on record (reference) where reference is not null;

create table problem (
  code text not null,
  url text not null,
  message text not null,
  is_loss integer not null,
  unique (code, url, message)
) strict;
`

/** A record, as the remote has it and as it was last applied. */
export interface StoredRecord {
  id: string
  remote: RemoteValues
  applied: RemoteValues | undefined
  /** Whether the remote still has it. */
  isPresent: boolean
  imageId: number | undefined
  home: number | undefined
}

/** Change of a record at the remote since it was last applied. */
export type RecordState = 'new' | 'changed' | 'returned' | 'withdrawn' | 'unchanged'

/** Whether the remote says something else. What the program makes of it is no change. */
const DIFFERS = `json_remove(applied, '$._message', '$.edtf_date') <> json_remove(remote, '$._message', '$.edtf_date')`

const FORMAT = {
  file: 'harvest.sqlite',
  version: 2,
  schema: SCHEMA,
  otherVersion: 'harvest.strange',
}

/** SQL of the state of a record; the others are unknown: never applied, and gone. */
const STATES: Record<RecordState, string> = {
  new: 'applied is null and present = 1',
  changed: `${DIFFERS} and withdrawn = 0 and present = 1`,
  returned: 'applied is not null and withdrawn = 1 and present = 1',
  withdrawn: 'applied is not null and withdrawn = 0 and present = 0',
  unchanged: `not (${DIFFERS}) and withdrawn = 0 and present = 1`,
}

/** Problems that are kept; others are only counted. */
const MAX_PROBLEMS = 1000

/** The state of one harvest, in a folder of its own. Only one process has it. */
export type HarvestState = ReturnType<typeof createState>

/**
 * Opens or creates the state of a harvest, and locks it.
 * @throws CatalogError kind `busy` if another process has it
 */
export async function openHarvestState(folder: string): Promise<HarvestState> {
  return createState(await openStateDatabase(folder, FORMAT, () => locked(folder)), folder)
}

function locked(folder: string): CatalogError {
  const message = `Another process is harvesting into ${folder}. Wait until it finishes, or stop it.`
  return new CatalogError('busy', message, { code: 'harvest.locked' })
}

function createState({ db, [Symbol.dispose]: dispose }: StateDatabase, folder: string) {
  return {
    folder,
    ...accessSettings(db),
    ...accessDocuments(db),
    ...accessRecords(db),
    ...accessImages(db),
    ...accessProblems(db),
    [Symbol.dispose]: dispose,
  }
}

/** A document of a IIIF remote that was not read in this pass. */
export interface DocumentToRead {
  url: string
  rank: string
  listed: number
  /** The document that named it first. */
  namedBy: string
}

function accessDocuments(db: Database.Database) {
  const insert = db.prepare(
    'insert or ignore into document (url, rank, listed, named_by) values (@url, @rank, @listed, @namedBy)',
  )
  const next = db.prepare<[], DocumentToRead>(
    'select url, rank, listed, named_by as namedBy from document where done = 0 order by rank, url limit 1',
  )
  const mark = db.prepare('update document set done = ? where url = ?')
  const find = db.prepare<[string], DocumentToRead>(
    'select url, rank, listed, named_by as namedBy from document where url = ?',
  )
  const count = db.prepare<[], number>('select count(*) from document').pluck()
  return {
    /** Adds a document, unless the pass has it. @returns whether it was added */
    addDocument: (document: DocumentToRead): boolean => insert.run({ ...document }).changes > 0,
    nextDocument: (): DocumentToRead | undefined => next.get(),
    finishDocument: (url: string): void => void mark.run(1, url),
    failDocument: (url: string): void => void mark.run(2, url),
    findDocument: (url: string): DocumentToRead | undefined => find.get(url),
    countDocuments: (): number => count.get() ?? 0,
    clearDocuments: (): void => void db.exec('delete from document'),
    /** Lets the pass read the documents again that could not be read, or of which something is missing. */
    reopenFailedDocuments: (): void =>
      void db.exec(
        'update document set done = 0 where done = 2 or url in (select url from problem where is_loss = 1)',
      ),
  }
}

interface Row {
  id: string
  remote: string
  applied: string | null
  present: number
  image_id: number | null
  home: number | null
}

function accessRecords(db: Database.Database) {
  const save = db.prepare(
    `insert into record (id, number, remote, seen, reference)
    values (@id, (select coalesce(max(number), 0) + 1 from record), @remote, @pass, @reference)
    on conflict (id) do update set remote = @remote, present = 1, seen = @pass, reference = @reference`,
  )
  const remove = db.prepare('update record set present = 0, seen = @pass where id = @id')
  const passOf = db.prepare<[string], number>('select seen from record where id = ?').pluck()
  const countSeen = db
    .prepare<[number], number>('select count(*) from record where seen = ?')
    .pluck()
  const removeUnseen = db.prepare('update record set present = 0 where seen < ?')
  const select = db.prepare<[string], Row>('select * from record where id = ?')
  const countReference = db
    .prepare<[string], number>('select count(*) from record where reference = ? and present = 1')
    .pluck()
  return {
    /** Saves what the remote has now. @returns whether the pass had not seen the record before */
    saveRecord: (id: string, values: RemoteValues, pass: number): boolean => {
      const before = passOf.get(id)
      const reference = values.reference_id ?? null
      save.run({ id, remote: JSON.stringify(values), pass, reference })
      return before !== pass
    },
    /** Notes that the remote deleted a record. */
    removeRecord: (id: string, pass: number): void => void remove.run({ id, pass }),
    /** Notes that the remote no longer has the records that a complete pass did not see. */
    removeUnseen: (pass: number): void => void removeUnseen.run(pass),
    /** Counts the records that a pass saw. */
    countSeen: (pass: number): number => countSeen.get(pass) ?? 0,
    findRecord: (id: string): StoredRecord | undefined => toRecord(select.get(id)),
    isSharedReference: (reference: string): boolean => (countReference.get(reference) ?? 0) > 1,
    count: (state: RecordState): number => countWhere(db, STATES[state]),
    countPresent: (): number => countWhere(db, 'present = 1'),
    countApplied: (): number => countWhere(db, 'applied is not null and withdrawn = 0'),
    *list(state: RecordState): Generator<StoredRecord> {
      // By pages, so that records can change while they are listed.
      const sql = `select * from record where ${STATES[state]} and number > ? order by number limit 1000`
      const page = db.prepare<[number], Row & { number: number }>(sql)
      for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.number ?? 0))
        for (const row of rows) yield toRecord(row)
    },
    /** Makes the records of a table the ones that later harvests are compared with. */
    applyTable: (withWithdrawn: boolean): void => {
      db.exec('update record set applied = remote, withdrawn = 0 where present = 1')
      if (withWithdrawn) db.exec('update record set withdrawn = 1 where present = 0')
    },
  }
}

function countWhere(db: Database.Database, condition: string): number {
  const sql = `select count(*) from record where ${condition}`
  return db.prepare<[], number>(sql).pluck().get() ?? 0
}

function toRecord<T extends Row | undefined>(row: T): T extends Row ? StoredRecord : undefined
function toRecord(row: Row | undefined): StoredRecord | undefined {
  return (
    row && {
      id: row.id,
      remote: JSON.parse(row.remote) as RemoteValues,
      applied: row.applied === null ? undefined : (JSON.parse(row.applied) as RemoteValues),
      isPresent: row.present === 1,
      imageId: row.image_id ?? undefined,
      home: row.home ?? undefined,
    }
  )
}

function accessImages(db: Database.Database) {
  const owner = db.prepare<[number], string>('select id from record where image_id = ?').pluck()
  const gone = db
    .prepare<[string], string>(
      `select id from record where reference = ? and present = 0 and withdrawn = 0
        and image_id is not null limit 2`,
    )
    .pluck()
  const forget = db.prepare(
    'update record set image_id = null, applied = null, withdrawn = 0, home = null where id = ?',
  )
  const selectImage = db.prepare<[string], object>(
    'select image_id, applied, withdrawn, home from record where id = ?',
  )
  const inherit = db.prepare(
    `update record set image_id = @image_id, applied = @applied, withdrawn = @withdrawn, home = @home
    where id = @id`,
  )
  const assign = db.prepare(
    'update record set image_id = @imageId, applied = @applied where id = @id',
  )
  const apply = db.prepare('update record set applied = @applied where id = @id')
  const leave = db.prepare('update record set home = @home where id = @id')
  const withdraw = db.prepare('update record set withdrawn = ? where id = ?')
  return {
    /** Whether the image belongs to a record. */
    hasOwner: (imageId: number): boolean => owner.get(imageId) !== undefined,
    /** Finds the one record with an image and this reference that the remote no longer has. */
    findGone: (reference: string): string | undefined => {
      const [only, ...others] = gone.all(reference)
      return others.length === 0 ? only : undefined
    },
    /** Gives the image of one record to another, with the values that it has. */
    takeOver: (from: string, to: string): void =>
      db.transaction(() => {
        const stored = selectImage.get(from)
        forget.run(from)
        if (stored) inherit.run({ ...stored, id: to })
      })(),
    /** Notes the image of a record, and the values that it was created with. */
    assignImage: (id: string, imageId: number, applied: RemoteValues): void =>
      void assign.run({ id, imageId, applied: JSON.stringify(applied) }),
    /** Notes that the image has these values of the remote. */
    applyValues: (id: string, applied: RemoteValues): void =>
      void apply.run({ id, applied: JSON.stringify(applied) }),
    /** Notes the collection from which the image is about to be moved. */
    saveHome: (id: string, home: number | undefined): void =>
      void leave.run({ id, home: home ?? null }),
    markWithdrawn: (id: string, isWithdrawn: boolean): void =>
      void withdraw.run(isWithdrawn ? 1 : 0, id),
  }
}

function accessProblems(db: Database.Database) {
  const insert = db.prepare(
    'insert or ignore into problem (code, url, message, is_loss) values (@code, @url, @message, @isLoss)',
  )
  const list = db.prepare<[], Omit<HarvestProblem, 'isLoss'> & { is_loss: number }>(
    'select * from problem order by rowid limit 1000',
  )
  const losses = db.prepare<[], number>('select count(*) from problem where is_loss = 1').pluck()
  const count = db.prepare<[], number>('select count(*) from problem').pluck()
  return {
    addProblem: ({ isLoss, ...problem }: HarvestProblem): void => {
      const known = isLoss ? losses.get() : count.get()
      if ((known ?? 0) < MAX_PROBLEMS) insert.run({ ...problem, isLoss: isLoss ? 1 : 0 })
    },
    listProblems: (): HarvestProblem[] =>
      list.all().map(({ is_loss, ...problem }) => ({ ...problem, isLoss: is_loss === 1 })),
    countProblems: (): number => count.get() ?? 0,
    countLosses: (): number => losses.get() ?? 0,
    clearProblems: (): void => void db.exec('delete from problem'),
  }
}
