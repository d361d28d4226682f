import type { SchemaSql } from '../schema-sql.ts'

/** The columns of the first schema that users edit, unlike those that the server derives or counts. */
export const METADATA_COLUMNS =
  `collection_id title original_date edtf_date original_url description creator reference_id
  license_id scale rotation mirror from_above will_not_georef duplicate_of position file_version`.split(
    /\s+/,
  )

/**
 * Triggers that increment the revision of an image with every change of its metadata, file or tags. Comments and
 * georeferences do not change it.
 */
export const revisionTriggers = (sql: SchemaSql): readonly string[] => [
  revisionTrigger(sql, METADATA_COLUMNS),
  createTrigger('image_tagged', 'insert on image_subject', 'new.image_id'),
  createTrigger('image_untagged', 'delete on image_subject', 'old.image_id'),
  createTrigger(
    'image_retagged',
    'update of subject_id, position on image_subject',
    'new.image_id',
  ),
]

/** The trigger that increments the revision if a column of the image changes. */
export function revisionTrigger(sql: SchemaSql, columns: readonly string[]): string {
  const isAnyChanged = columns.map((column) => sql.differ(`old.${column}`, `new.${column}`))
  const event = `update of ${columns.join(', ')} on image when ${isAnyChanged.join(' or ')}`
  return createTrigger('image_revised', event, 'new.id')
}

function createTrigger(name: string, event: string, image: string): string {
  return `create trigger ${name} after ${event} begin
    update image set revision = revision + 1 where id = ${image};
  end`
}
