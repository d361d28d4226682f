import { selectIsPublic } from './initial/counts.ts'
import { runStatements } from './run-statements.ts'
import type { CommonStatements, SchemaChange } from './schema-change.ts'
import { WRITER_LOCK } from '../postgres/writer-lock.ts'
import type { SchemaSql } from './schema-sql.ts'

/** Columns of which the public sees the content, or that decide whether it sees the row. */
const IMAGE_COLUMNS =
  `collection_id title original_date edtf_date original_url description creator license_id scale
  rotation mirror from_above will_not_georef duplicate_of position file_version generation
  generation_corrected tiles_generation camera captured_on
  gps_position archive_position`.split(/\s+/)

const SOURCE_COLUMNS = ['name', 'slug', 'url', 'description', 'public']

const COLLECTION_COLUMNS = [...SOURCE_COLUMNS, 'source_id', 'announced_at']

const SUBJECT_COLUMNS = 'title slug description kb_id kb_uri kb_title kb_description'.split(' ')

/**
 * One row for each image, collection, source and subject that was ever public, also after its deletion: when what the
 * public sees of it last changed. `changed_at` is unique and grows with every change in the order of the commits, so that it
 * is also the position in the log. `gone` is whether the public could no longer see it then.
 */
const TABLE = `
create table public_change (
  kind text not null check (kind in ('image', 'collection', 'source', 'subject')),
  ref integer not null,
  changed_at integer not null unique,
  gone integer not null check (gone in (0, 1)),
  primary key (kind, ref)
) strict, without rowid;
`

/** The images of a license in the order of their ids. */
const LICENSE_INDEX = `
drop index image_license;
create index image_license on image (license_id, id) where license_id is not null;
`

/** The log of changes that the public sees, the triggers that write it, and its first rows. */
export const publicChanges: SchemaChange = {
  common: createLog,
  // Before they lock a row, for which a node that holds the lock of writers might wait.
  postgres: {
    after: (db) => runStatements(db, [LOCK_WRITERS, ...[...KINDS, ...PARTS].map(lockWriters)]),
  },
}

function createLog(sql: SchemaSql): CommonStatements {
  return {
    tables: [TABLE, LICENSE_INDEX, fill(sql)],
    triggers: [
      ...createRowTriggers(sql, 'image', IMAGE_COLUMNS),
      ...createRowTriggers(sql, 'collection', COLLECTION_COLUMNS),
      ...createRowTriggers(sql, 'source', SOURCE_COLUMNS),
      ...createRowTriggers(sql, 'subject', SUBJECT_COLUMNS),
      ...PARTS.flatMap((table) =>
        createPartTriggers(sql, table, table === 'subject_geometry' ? 'subject' : 'image'),
      ),
      ...createSubjectTriggers(sql),
      createTrigger('source_collections_shown', {
        event: `update of public on source when ${sql.differ('old.public', 'new.public')}`,
        statement: enter(sql, 'collection', 'id', 'collection where source_id = new.id'),
      }),
    ],
  }
}

function createTrigger(
  name: string,
  { event, statement }: { event: string; statement: string },
): string {
  return `create trigger public_${name} after ${event} begin ${statement} end`
}

const KINDS = ['image', 'collection', 'source', 'subject'] as const
type Kind = (typeof KINDS)[number]

/** Tables with rows that are shown with an image or a subject. */
const PARTS = [
  'georeference',
  'from_above_georeference',
  'validation',
  'image_subject',
  'subject_geometry',
]

/**
 * Transactions write one after another, also those of other programs than the nodes. Otherwise one that is committed later could
 * have an earlier position.
 */
const LOCK_WRITERS = `create function lock_writers() returns trigger language plpgsql as $$
  begin perform pg_advisory_xact_lock(${WRITER_LOCK}); return null; end $$`

function lockWriters(table: string): string {
  return `create trigger ${table}_writers_locked before insert or update or delete on ${table}
    execute function lock_writers()`
}

function createRowTriggers(sql: SchemaSql, kind: Kind, columns: readonly string[]): string[] {
  const isChanged = columns
    .map((column) => sql.differ(`old.${column}`, `new.${column}`))
    .join(' or ')
  const create = (name: string, event: string, ref: string) =>
    createTrigger(`${kind}_${name}`, { event, statement: enter(sql, kind, ref) })
  return [
    create('added', `insert on ${kind}`, 'new.id'),
    create('changed', `update of ${columns.join(', ')} on ${kind} when ${isChanged}`, 'new.id'),
    create('deleted', `delete on ${kind}`, 'old.id'),
  ]
}

/** Rows that are shown with the image or subject that they refer to, which has been entered if it is public. */
function createPartTriggers(sql: SchemaSql, table: string, kind: Kind): string[] {
  const [key, was, is] = [`${kind}_id`, `old.${kind}_id`, `new.${kind}_id`]
  const create = (name: string, event: string, ref: string) =>
    createTrigger(`${table}_${name}`, { event, statement: update(sql, kind, ref) })
  return [
    create('added', `insert on ${table}`, is),
    create('changed', `update on ${table}`, is),
    create('moved', `update of ${key} on ${table} when ${was} <> ${is}`, was),
    create('deleted', `delete on ${table}`, was),
  ]
}

/** A subject is public while it has public images. */
function createSubjectTriggers(sql: SchemaSql): string[] {
  const statement = enter(sql, 'subject', 'new.subject_id')
  return [
    createTrigger('subject_count_added', {
      event: 'insert on subject_count when new.public_images > 0',
      statement,
    }),
    createTrigger('subject_count_changed', {
      event: `update of public_images on subject_count
        when (old.public_images > 0) <> (new.public_images > 0)`,
      statement,
    }),
  ]
}

/**
 * SQL that enters a change of one object, or of all from which `ref` is selected. What never was public gets no row. What is
 * hidden gets no further change, so that the log does not reveal edits to it.
 */
function enter(sql: SchemaSql, kind: Kind, ref: string, from?: string): string {
  const number = from === undefined ? '' : ` + row_number() over (order by shown.ref) - 1`
  const refs = from === undefined ? '' : ` from ${from}`
  return `
    insert into public_change (kind, ref, changed_at, gone)
    select '${kind}', shown.ref, ${nextTime(sql)}${number}, 1 - shown.is_public
    from (
      select changed.ref, coalesce(${IS_PUBLIC[kind](sql, 'changed.ref')}, 0) as is_public
      from (select ${ref} as ref${refs}) as changed
    ) as shown
    where shown.is_public = 1 or exists (
      select 1 from public_change as told
      where told.kind = '${kind}' and told.ref = shown.ref and told.gone = 0
    )
    ${sql.orUpdate('kind, ref')} set changed_at = excluded.changed_at, gone = excluded.gone;`
}

/** SQL that enters a change of an object if it has a row, which takes less time. */
function update(sql: SchemaSql, kind: Kind, ref: string): string {
  const isPublic = `coalesce(${IS_PUBLIC[kind](sql, ref)}, 0)`
  return `
    update public_change set changed_at = ${nextTime(sql)}, gone = 1 - ${isPublic}
    where kind = '${kind}' and ref = ${ref} and (gone = 0 or ${isPublic} = 1);`
}

/** SQL for the present time, or the microsecond after the newest change if that is later. */
function nextTime(sql: SchemaSql): string {
  const newest = 'select max(changed_at) + 1 from public_change'
  return `(select max(time) from (select ${sql.now} as time union all ${newest}) as times)`
}

/** SQL for 1 or 0, or null if there is no such row. */
const IS_PUBLIC: Record<Kind, (sql: SchemaSql, ref: string) => string> = {
  image: (sql, ref) =>
    `(select ${selectIsPublic(sql, 'image.collection_id')} from image where image.id = ${ref})`,
  collection: selectIsPublic,
  source: (_, ref) => `(select public from source where source.id = ${ref})`,
  subject: (sql, ref) => `(select ${sql.flag('public_images > 0')} from subject
    join subject_count on subject_count.subject_id = subject.id where subject.id = ${ref})`,
}

/**
 * Enters what is public now, with the latest known change: the time of the import or the newest placement of an image, and of the
 * others the time of this migration. Equal times become a microsecond apart.
 */
function fill(sql: SchemaSql): string {
  const select = (kind: Kind, time: string): string => `
    select '${kind}' as kind, changed.ref, changed.time
    from (select id as ref, ${time} as time from ${kind}) as changed
    where ${sql.isSet(IS_PUBLIC[kind](sql, 'changed.ref'))}`
  const latest = (one: string, other: string): string => sql.choose(`${one} > ${other}`, one, other)
  const changed = latest('created_at', 'coalesce(last_georeferenced_at, 0)')
  return `
insert into public_change (kind, ref, changed_at, gone)
  select kind, ref, number + max(time - number) over (order by number rows unbounded preceding), 0
  from (
    select kind, ref, time, row_number() over (order by time, kind, ref) as number from (
      ${select('image', sql.choose(`${changed} < ${sql.now}`, changed, sql.now))}
      union all ${(['source', 'collection', 'subject'] as const).map((kind) => select(kind, sql.now)).join(' union all ')}
    ) as listed
  ) as numbered;
`
}
