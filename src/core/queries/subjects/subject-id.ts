import type { Reads } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { parseItemId } from '../../model/item-id.ts'

/**
 * Finds the id of a subject by id, slug or Wikidata item.
 * @throws CatalogError kind `not_found`, or `conflict` if several subjects have the item
 */
export async function getSubjectId(reads: Reads, given: string): Promise<number> {
  const id = /^\d{1,15}$/.test(given) ? await findBy(reads, 'id', Number(given)) : undefined
  const found = id ?? (await findBy(reads, 'slug', given)) ?? (await findByItem(reads, given))
  if (found === undefined) throw notFound(`There is no subject ${given}.`)
  return found
}

/** The same for several, each once, in the given order. */
export async function getSubjectIds(reads: Reads, given: readonly string[]): Promise<number[]> {
  const ids = new Set<number>()
  for (const name of given) ids.add(await getSubjectId(reads, name))
  return [...ids]
}

async function findBy(
  reads: Reads,
  column: 'id' | 'slug',
  value: number | string,
): Promise<number | undefined> {
  const found = await reads
    .selectFrom('subject')
    .select('id')
    .where(column, '=', value as never)
    .executeTakeFirst()
  return found?.id
}

async function findByItem(reads: Reads, given: string): Promise<number | undefined> {
  const item = parseItemId(given)
  if (item === undefined) return undefined
  const [only, other] = await reads
    .selectFrom('subject')
    .select(['id', 'slug'])
    .where('kb_id', '=', item)
    .orderBy('id')
    .limit(2)
    .execute()
  if (!other) return only?.id
  throw conflict(
    `Several subjects have the item ${item}, such as ${only?.slug} and ${other.slug}. Name one by its slug.`,
  )
}
