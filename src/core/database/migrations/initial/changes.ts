import type { SchemaSql } from '../schema-sql.ts'

/** Columns that lists of images filter and sort by, or that the statistics count. */
const IMAGE_COLUMNS =
  `collection_id title original_date creator_folded fuzzy_from fuzzy_to from_above
  position created_at reference_id file_sha256 duplicate_of will_not_georef`.split(/\s+/)

/** Columns that the generated column `processing` depends on. */
const PROCESSING_COLUMNS =
  'file_version generation_of generation_damage failure_of failure_state'.split(' ')

/**
 * The change log for lists and indexes in memory. `seq` only grows, so that a reader
 * asks for the changes after the last one that it knows. `token` tells changes with the same `seq` apart, which
 * happen after a backup is restored. It has 53 random bits, so that JavaScript reads it exactly.
 *
 * The texts of an image may change with `image`, `georeferenced` and `text`.
 */
export const changeLog = (sql: SchemaSql): string => `create table change (
    seq integer primary key,
    kind text not null check (kind in
      ('image', 'georeferenced', 'processing', 'collection', 'subject', 'tags', 'text', 'point', 'area')),
    ref integer not null,
    token integer not null default ${sql.randomInteger}
  ) strict`

/** Triggers that write the change log. */
export const changeTriggers: readonly string[] = [
  ...createChangeTriggers('image', { kind: 'image', ref: 'id' }, IMAGE_COLUMNS),
  createUpdateTrigger('image', { kind: 'georeferenced', ref: 'id' }, [
    'last_georeferenced_at',
    'last_confidence',
  ]),
  createUpdateTrigger('image', { kind: 'processing', ref: 'id' }, PROCESSING_COLUMNS),
  createUpdateTrigger('image', { kind: 'text', ref: 'id' }, ['description']),
  ...createChangeTriggers('georeference', { kind: 'georeferenced', ref: 'image_id' }, []),
  ...createChangeTriggers(
    'from_above_georeference',
    { kind: 'georeferenced', ref: 'image_id' },
    [],
  ),
  createUpdateTrigger('georeference', { kind: 'text', ref: 'image_id' }, ['confidence_notes']),
  createUpdateTrigger('from_above_georeference', { kind: 'text', ref: 'image_id' }, [
    'confidence_notes',
  ]),
  ...createChangeTriggers('comment', { kind: 'text', ref: 'image_id' }, ['text']),
  ...createChangeTriggers('source', { kind: 'collection', ref: 'id' }, ['public']),
  ...createChangeTriggers('collection', { kind: 'collection', ref: 'id' }, ['source_id', 'public']),
  ...createChangeTriggers('subject', { kind: 'subject', ref: 'id' }, ['kb_id']),
  ...createChangeTriggers('point_current', { kind: 'point', ref: 'id' }, ['validation_count']),
  ...createChangeTriggers('area_current', { kind: 'area', ref: 'id' }, ['validation_count']),
  ...createChangeTriggers('image_subject', { kind: 'subject', ref: 'subject_id' }, ['image_id']),
  ...createChangeTriggers('image_subject', { kind: 'tags', ref: 'image_id' }, ['subject_id']),
]

/** An entry of the change log. */
interface Change {
  kind: string
  /** Column with the id that the log records. */
  ref: string
}

function createChangeTriggers(table: string, note: Change, columns: string[]): string[] {
  const one = ({ kind, ref }: Change, version: 'new' | 'old') =>
    `values ('${kind}', ${version}.${ref})`
  return [
    createTrigger(`${table}_${note.kind}_inserted_logged`, `insert on ${table}`, one(note, 'new')),
    createTrigger(`${table}_${note.kind}_deleted_logged`, `delete on ${table}`, one(note, 'old')),
    createUpdateTrigger(table, note, columns),
  ]
}

/** Logs the old and the new id if they differ. */
function createUpdateTrigger(table: string, { kind, ref }: Change, columns: string[]): string {
  const event = `update of ${[ref, ...columns].join(', ')} on ${table}`
  const both = `select '${kind}', old.${ref} union select '${kind}', new.${ref}`
  return createTrigger(`${table}_${kind}_updated_logged`, event, both)
}

function createTrigger(name: string, event: string, rows: string): string {
  return `create trigger ${name} after ${event} begin
    insert into change (kind, ref) ${rows};
  end`
}
