/** What people decide about an image. What the server derives from it, or counts, is not among these. */
const DECIDED =
  `collection_id title original_date edtf_date original_url description creator reference_id
  license_id scale rotation mirror from_above will_not_georef duplicate_of position file_version`.split(
    /\s+/,
  )

const IS_ANY_CHANGED = DECIDED.map((column) => `old.${column} is not new.${column}`).join(' or ')

/**
 * Statements that count an image's revision up with every change of its own metadata, file or tags, whoever
 * writes. Comments and georeferences are rows of their own and leave it alone.
 */
export const keepRevisions: readonly string[] = [
  trigger(
    'image_revised',
    `update of ${DECIDED.join(', ')} on image when ${IS_ANY_CHANGED}`,
    'new.id',
  ),
  trigger('image_tagged', 'insert on image_subject', 'new.image_id'),
  trigger('image_untagged', 'delete on image_subject', 'old.image_id'),
  trigger('image_retagged', 'update of subject_id, position on image_subject', 'new.image_id'),
]

function trigger(name: string, event: string, image: string): string {
  return `create trigger ${name} after ${event} begin
    update image set revision = revision + 1 where id = ${image};
  end`
}
