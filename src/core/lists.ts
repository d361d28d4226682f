import { catalogueState } from './engine/sqlite/catalogue-state.ts'
import type { ImageListQuestion } from './engine/sqlite/columns/images.ts'
import { listImageIds } from './engine/sqlite/lists/images.ts'
import type { IdPage } from './engine/sqlite/lists/list-ids.ts'
import type { Reads } from './engine/sqlite/store.ts'
import type { Readers } from './processes/readers.ts'

/** The lists that grow with the catalogue, answered by whatever is quickest at its size. */
export interface Lists {
  /** @throws CatalogError kind `not_found` when the page lies past the end */
  images(question: ImageListQuestion): Promise<IdPage>
  /** Begins to get ready what a large catalogue needs, before anybody asks. */
  prepare(): Promise<void>
}

/** Up to this many images the database's own answer takes a few milliseconds. */
const FEW_IMAGES = 20_000
/** Answers kept as long as nothing changes. */
const KEPT_ANSWERS = 1000

export function createLists(reads: Reads, readers: Readers): Lists {
  const kept = new Map<string, Promise<IdPage>>()
  let keptAt = 0
  const find = (question: ImageListQuestion, highestImage: number): Promise<IdPage> =>
    highestImage > FEW_IMAGES ? readers.listImages(question) : listNow(reads, question)
  return {
    async images(question) {
      const { newestChange, highestImage } = await catalogueState(reads)
      if (newestChange !== keptAt) kept.clear()
      keptAt = newestChange
      const key = JSON.stringify(question)
      const known = kept.get(key)
      if (known) return known
      const answer = find(question, highestImage)
      keep(kept, key, answer)
      return answer
    },
    async prepare() {
      const { highestImage } = await catalogueState(reads)
      if (highestImage > FEW_IMAGES) void readers.ready()
    },
  }
}

/** Lists that are always asked of one connection: inside a transaction or a snapshot. */
export function listsOf(reads: Reads): Pick<Lists, 'images'> {
  return { images: (question) => listNow(reads, question) }
}

function listNow(reads: Reads, { filter, terms, page }: ImageListQuestion): Promise<IdPage> {
  return listImageIds(reads, filter, terms, page)
}

/** Kept from the start, so that who asks the same meanwhile waits for the same answer; failures are not. */
function keep(kept: Map<string, Promise<IdPage>>, key: string, answer: Promise<IdPage>): void {
  kept.set(key, answer)
  answer.catch(() => kept.get(key) === answer && kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest)
}
