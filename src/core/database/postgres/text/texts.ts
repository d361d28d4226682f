/** The texts that searches find, and the columns with the ids of their images. */
export const TEXTS = [
  { table: 'image', image: 'id', text: 'title' },
  { table: 'image', image: 'id', text: 'description' },
  { table: 'comment', image: 'image_id', text: 'text' },
  { table: 'georeference', image: 'image_id', text: 'confidence_notes' },
  { table: 'from_above_georeference', image: 'image_id', text: 'confidence_notes' },
] as const
