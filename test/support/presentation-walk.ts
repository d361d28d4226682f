import { findPresentationProblems } from './presentation-checker.ts'

export interface Walk {
  /** Addresses of manifests, in the order in which they were found, with repetitions. */
  manifests: string[]
  /** Addresses of collections, likewise. */
  collections: string[]
  problems: string[]
}

/** Follows all collections from the topmost one, and checks each. Manifests are not requested. */
export async function walkCollections(
  baseUrl: string,
  // oxlint-disable-next-line typescript/no-explicit-any -- the checker finds out the types
  get: (url: string) => Promise<any>,
): Promise<Walk> {
  const walk: Walk = { manifests: [], collections: [], problems: [] }
  const open = [`${baseUrl}/iiif/presentation/3/`]
  for (let url = open.shift(); url !== undefined; url = open.shift()) {
    const collection = await get(url)
    const problems = findPresentationProblems(collection, baseUrl)
    walk.problems.push(...problems.map((problem) => `${url} ${problem}`))
    if (collection.id !== url) walk.problems.push(`${url} has the id ${collection.id}`)
    walk.collections.push(url)
    for (const { type, id } of collection.items) {
      if (type === 'Collection') open.push(id)
      else walk.manifests.push(id)
    }
  }
  return walk
}
