import type { SchemaSql } from '../schema-sql.ts'

/** Columns that users edit, unlike those that the server derives or counts. */
const METADATA_COLUMNS =
  `collection_id title original_date edtf_date original_url description creator reference_id
  license_id scale rotation mirror from_above will_not_georef duplicate_of position file_version`.split(
    /\s+/,
  )

const isAnyChanged = (sql: SchemaSql): string =>
  METADATA_COLUMNS.map((column) => sql.differ(`old.${column}`, `new.${column}`)).join(' or ')

/**
 * Triggers that increment the revision of an image with every change of its metadata, file or tags. Comments and
 * georeferences do not change it.
 */
export const revisionTriggers = (sql: SchemaSql): readonly string[] => [
  createTrigger(
    'image_revised',
    `update of ${METADATA_COLUMNS.join(', ')} on image when ${isAnyChanged(sql)}`,
    'new.id',
  ),
  createTrigger('image_tagged', 'insert on image_subject', 'new.image_id'),
  createTrigger('image_untagged', 'delete on image_subject', 'old.image_id'),
  createTrigger(
    'image_retagged',
    'update of subject_id, position on image_subject',
    'new.image_id',
  ),
]

function createTrigger(name: string, event: string, image: string): string {
  return `create trigger ${name} after ${event} begin
    update image set revision = revision + 1 where id = ${image};
  end`
}
