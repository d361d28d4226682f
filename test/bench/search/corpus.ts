import type { Database } from 'better-sqlite3'
import { splitWords } from '../../../src/core/resident/text/trigrams.ts'

/** A text by which an image is found. */
export interface Field {
  imageId: number
  text: string
}

const FIELDS = `
  select id as imageId, title as text from image
  union all select id, description from image where description is not null
  union all select image_id, text from comment
  union all select image_id, confidence_notes from georeference where confidence_notes is not null
  union all select image_id, confidence_notes from from_above_georeference
    where confidence_notes is not null`

const PUBLIC = `
  select image.id from image join collection on collection.id = collection_id
  join source on source.id = source_id
  where collection.public = 1 and source.public = 1 and duplicate_of is null`

/** Reads the texts of all images that a search can find. */
export function readFields(db: Database): IterableIterator<Field> {
  return db.prepare<[], Field>(`select * from (${FIELDS}) where imageId in (${PUBLIC})`).iterate()
}

/** Returns the number of images that a search can find, and a description of their texts. */
export function describeTexts(db: Database): { images: number; text: string } {
  const vocabulary = new Set<string>()
  const images = new Set<number>()
  let [fields, words] = [0, 0]
  for (const { imageId, text } of readFields(db)) {
    images.add(imageId)
    fields += 1
    for (const word of splitWords(text)) {
      vocabulary.add(word)
      words += 1
    }
  }
  const [perImage, perField] = [fields / images.size, words / fields].map((mean) => mean.toFixed(1))
  const text = `${images.size} public images with ${perImage} texts of ${perField} words, ${vocabulary.size} different words in all`
  return { images: images.size, text }
}
