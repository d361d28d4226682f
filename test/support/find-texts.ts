import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { listImageIds } from '../../src/core/queries/lists/images.ts'
import type { TextPage, TextQuery } from '../../src/core/queries/searches/text-search.ts'
import { isWithinThreshold, parsePattern } from '../../src/core/resident/text/word-similarity.ts'
import { computeWordSimilarity, listTextTrigrams } from './word-similarity.ts'

/** Searches without an index: reads every text from the database, and compares it. */
export async function findTexts(
  { reads }: Catalog,
  { text, threshold, filter, page }: TextQuery,
): Promise<TextPage> {
  const all = { number: 1, size: 100_000 }
  const { ids } = await listImageIds(reads, { visibility: 'public', ...filter }, [], all)
  const duplicates = await reads
    .selectFrom('image')
    .select('id')
    .where('duplicate_of', 'is not', null)
    .execute()
  const excluded = new Set(duplicates.map(({ id }) => id))
  const texts = await readTexts(reads)
  const pattern = parsePattern(text)
  const hits = ids
    .filter((id) => !excluded.has(id))
    .map((imageId) => {
      const scores = (texts.get(imageId) ?? []).map((one) =>
        computeWordSimilarity(pattern, listTextTrigrams(one)),
      )
      return { imageId, similarity: Math.max(0, ...scores) }
    })
    .filter(({ similarity }) => isWithinThreshold(similarity, threshold))
    .sort((a, b) => b.similarity - a.similarity || a.imageId - b.imageId)
  const start = (page.number - 1) * page.size
  return { hits: hits.slice(start, start + page.size), count: hits.length }
}

async function readTexts(reads: Catalog['reads']): Promise<Map<number, string[]>> {
  const images = await reads.selectFrom('image').select(['id', 'title', 'description']).execute()
  const comments = await reads.selectFrom('comment').select(['image_id', 'text']).execute()
  const points = await reads
    .selectFrom('georeference')
    .select(['image_id', 'confidence_notes'])
    .execute()
  const areas = await reads
    .selectFrom('from_above_georeference')
    .select(['image_id', 'confidence_notes'])
    .execute()
  const texts = new Map(
    images.map(({ id, title, description }) => [id, description ? [title, description] : [title]]),
  )
  for (const { image_id, text } of comments) texts.get(image_id)?.push(text)
  for (const { image_id, confidence_notes } of [...points, ...areas]) {
    if (confidence_notes) texts.get(image_id)?.push(confidence_notes)
  }
  return texts
}
