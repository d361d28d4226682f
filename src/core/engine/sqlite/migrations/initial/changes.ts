/** What lists of images filter and sort by, and what the statistics count. */
const IMAGE_COLUMNS =
  `collection_id title original_date creator_folded fuzzy_from fuzzy_to from_above
  position created_at reference_id file_sha256 duplicate_of will_not_georef`.split(/\s+/)

/** What an image's column `processing` is made from. */
const PROCESSING_COLUMNS =
  'file_version generation_of generation_damage failure_of failure_state'.split(' ')

/**
 * Statements that note every change which a list kept in memory depends on, whoever makes it and
 * however: `seq` only ever grows, so that a reader asks for what came after the last it knows.
 */
export const changes: readonly string[] = [
  `create table change (
    seq integer primary key,
    kind text not null check (kind in ('image', 'georeferenced', 'processing', 'holding', 'subject', 'point', 'area')),
    ref integer not null
  ) strict`,
  ...noted('image', { kind: 'image', ref: 'id' }, IMAGE_COLUMNS),
  updated('image', { kind: 'georeferenced', ref: 'id' }, [
    'last_georeferenced_at',
    'last_confidence',
  ]),
  updated('image', { kind: 'processing', ref: 'id' }, PROCESSING_COLUMNS),
  ...noted('georeference', { kind: 'georeferenced', ref: 'image_id' }, []),
  ...noted('from_above_georeference', { kind: 'georeferenced', ref: 'image_id' }, []),
  ...noted('source', { kind: 'holding', ref: 'id' }, ['public']),
  ...noted('collection', { kind: 'holding', ref: 'id' }, ['source_id', 'public']),
  ...noted('subject', { kind: 'subject', ref: 'id' }, ['kb_id']),
  ...noted('point_current', { kind: 'point', ref: 'id' }, ['validation_count']),
  ...noted('area_current', { kind: 'area', ref: 'id' }, ['validation_count']),
  ...noted('image_subject', { kind: 'subject', ref: 'subject_id' }, ['image_id']),
]

interface Note {
  kind: string
  /** The column whose value says what changed. */
  ref: string
}

function noted(table: string, note: Note, columns: string[]): string[] {
  const one = ({ kind, ref }: Note, version: 'new' | 'old') =>
    `values ('${kind}', ${version}.${ref})`
  return [
    trigger(`${table}_inserted_noted`, `insert on ${table}`, one(note, 'new')),
    trigger(`${table}_deleted_noted`, `delete on ${table}`, one(note, 'old')),
    updated(table, note, columns),
  ]
}

/** Both what the row was and what it is, if that is not the same. */
function updated(table: string, { kind, ref }: Note, columns: string[]): string {
  const event = `update of ${[ref, ...columns].join(', ')} on ${table}`
  const both = `select '${kind}', old.${ref} union select '${kind}', new.${ref}`
  return trigger(`${table}_${kind}_updated_noted`, event, both)
}

function trigger(name: string, event: string, rows: string): string {
  return `create trigger ${name} after ${event} begin
    insert into change (kind, ref) ${rows};
  end`
}
