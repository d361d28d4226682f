import type { Database } from 'better-sqlite3'

/** Reads the texts of the images with these ids, inclusive, as lists by id. An image always has a title. */
export type ReadTexts = (firstId: number, lastId: number) => Map<number, string[]>

const TEXTS = [
  { table: 'image', image: 'id', text: 'title' },
  { table: 'image', image: 'id', text: 'description' },
  { table: 'comment', image: 'image_id', text: 'text' },
  { table: 'georeference', image: 'image_id', text: 'confidence_notes' },
  { table: 'from_above_georeference', image: 'image_id', text: 'confidence_notes' },
]

const SELECT = TEXTS.map(
  ({ table, image, text }) =>
    `select ${image}, ${text} from ${table}
     where ${image} between @firstId and @lastId and ${text} is not null`,
).join(' union all ')

export function createReadTexts(db: Database): ReadTexts {
  const select = db.prepare<{ firstId: number; lastId: number }, [number, string]>(SELECT).raw()
  return (firstId, lastId) => {
    const texts = new Map<number, string[]>()
    for (const [image, text] of select.iterate({ firstId, lastId })) {
      const known = texts.get(image)
      if (known) known.push(text)
      else texts.set(image, [text])
    }
    return texts
  }
}
