import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { foldText } from '../../model/fold.ts'

interface Candidate {
  id: number
  collection_id: number
  title: string
}

/** Number of images before and after one that are likely to show the same place. */
const NEIGHBORS = 3
/** Most words of a title that are compared with the names of subjects, and most words of such a name. */
const MAX_WORDS = 12
const MAX_NAME_WORDS = 3
/** Shorter words are in most titles. */
const MIN_NAME_LENGTH = 4

/**
 * Finds the images whose place can be guessed: the title contains the name of a subject, or a subject of the image has
 * an outline, or an image beside it in its collection is placed.
 */
export async function findPlaceHints(
  reads: Reads,
  images: readonly Candidate[],
): Promise<ReadonlySet<number>> {
  if (images.length === 0) return new Set()
  const [named, tagged, beside] = await Promise.all([
    findNamed(reads, images),
    findTagged(reads, images),
    findBesidePlaced(reads, images),
  ])
  return new Set([...named, ...tagged, ...beside])
}

async function findNamed(reads: Reads, images: readonly Candidate[]): Promise<number[]> {
  const namesOf = new Map(images.map(({ id, title }) => [id, listNames(title)]))
  const names = [...new Set([...namesOf.values()].flat())]
  if (names.length === 0) return []
  const rows = await reads
    .selectFrom('subject')
    .select('title_folded')
    .distinct()
    .where('title_folded', 'in', inList(names))
    .execute()
  const known = new Set(rows.map((row) => row.title_folded))
  return images
    .filter(({ id }) => namesOf.get(id)?.some((name) => known.has(name)) === true)
    .map(({ id }) => id)
}

/** Lists the runs of words in a title that may be a name. */
function listNames(title: string): string[] {
  const words = foldText(title).match(/[\p{L}\p{N}’'-]+/gu) ?? []
  const few = words.slice(0, MAX_WORDS)
  const names: string[] = []
  for (let length = 1; length <= MAX_NAME_WORDS; length += 1) {
    for (let at = 0; at + length <= few.length; at += 1) {
      names.push(few.slice(at, at + length).join(' '))
    }
  }
  return names.filter((name) => name.length >= MIN_NAME_LENGTH)
}

async function findTagged(reads: Reads, images: readonly Candidate[]): Promise<number[]> {
  const rows = await reads
    .selectFrom('image_subject')
    .innerJoin('subject_geometry', 'subject_geometry.subject_id', 'image_subject.subject_id')
    .select('image_id')
    .distinct()
    .where('image_id', 'in', inList(images.map(({ id }) => id)))
    .execute()
  return rows.map(({ image_id }) => image_id)
}

async function findBesidePlaced(reads: Reads, images: readonly Candidate[]): Promise<number[]> {
  const distances = Array.from({ length: 2 * NEIGHBORS + 1 }, (_, n) => n - NEIGHBORS)
  const near = images.flatMap(({ id }) => distances.map((distance) => id + distance))
  const rows = await reads
    .selectFrom('point_current')
    .select(['image_id', 'collection_id'])
    .where('image_id', 'in', inList([...new Set(near)]))
    .execute()
  const collectionOf = new Map(rows.map((row) => [row.image_id, row.collection_id]))
  return images
    .filter(({ id, collection_id }) =>
      distances.some(
        (distance) => distance !== 0 && collectionOf.get(id + distance) === collection_id,
      ),
    )
    .map(({ id }) => id)
}
