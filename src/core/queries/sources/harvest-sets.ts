import type { Reads } from '../../database/store.ts'
import type { HarvestSet } from '../changes/list-harvest.ts'

export interface NamedSet extends HarvestSet {
  name: string
}

/** Lists the public sources and then the public collections, by id. @param after the last one that is known already */
export async function listHarvestSets(
  reads: Reads,
  after: HarvestSet | undefined,
  limit: number,
): Promise<NamedSet[]> {
  const isPastSources = after?.kind === 'collection'
  const sources = await selectSources(reads)
    .where('source.id', '>', after?.id ?? 0)
    .orderBy('source.id')
    .limit(isPastSources ? 0 : limit)
    .execute()
  const collections = await selectCollections(reads)
    .where('collection.id', '>', isPastSources ? after.id : 0)
    .orderBy('collection.id')
    .limit(limit - sources.length)
    .execute()
  return [
    ...sources.map((row) => ({ ...row, kind: 'source' as const })),
    ...collections.map((row) => ({ ...row, kind: 'collection' as const })),
  ]
}

/** Whether the public sees a source or collection. */
export async function isSetPublic(reads: Reads, { kind, id }: HarvestSet): Promise<boolean> {
  const row = await (kind === 'source'
    ? selectSources(reads).where('source.id', '=', id).executeTakeFirst()
    : selectCollections(reads).where('collection.id', '=', id).executeTakeFirst())
  return row !== undefined
}

function selectSources(reads: Reads) {
  return reads
    .selectFrom('source')
    .select(['source.id', 'source.name'])
    .where('source.public', '=', 1)
}

function selectCollections(reads: Reads) {
  return reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['collection.id', 'collection.name'])
    .where('collection.public', '=', 1)
    .where('source.public', '=', 1)
}
