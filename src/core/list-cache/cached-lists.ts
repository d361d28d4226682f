import type { Lists } from '../queries/lists/lists.ts'
import { readCatalogState } from '../db/catalog-state.ts'
import { findIds } from '../queries/lists/list-query.ts'
import { countStatistics } from '../queries/lists/statistics.ts'
import type { Reads } from '../db/store.ts'
import type { Readers } from './readers.ts'

/** Up to this many images the database's own answer takes a few milliseconds. */
const FEW_IMAGES = 20_000

/** Answers hold until something changes; a large catalogue's are found by the readers. */
export function createLists(reads: Reads, readers: Readers): Lists {
  const kept = createKeptAnswers()
  const small = listsOf(reads)
  return {
    async findPage(question) {
      const { newestChange, highestImage } = await readCatalogState(reads)
      const { findPage } = highestImage > FEW_IMAGES ? readers : small
      return kept(newestChange, JSON.stringify(question), () => findPage(question))
    },
    async countStatistics() {
      const { newestChange, highestImage } = await readCatalogState(reads)
      const { countStatistics } = highestImage > FEW_IMAGES ? readers : small
      return kept(newestChange, 'statistics', countStatistics)
    },
    async prepare() {
      const { highestImage } = await readCatalogState(reads)
      if (highestImage > FEW_IMAGES) await readers.ready()
    },
  }
}

/** The same from one connection, whatever the size: inside a transaction or a snapshot. */
export function listsOf(reads: Reads): Omit<Lists, 'prepare'> {
  return {
    findPage: (question) => findIds(reads, question),
    countStatistics: () => countStatistics(reads),
  }
}

const KEPT_ANSWERS = 1000
const LONGEST_QUESTION = 2000

/** Answers by their questions, as long as the newest change stays the same. */
function createKeptAnswers() {
  const kept = new Map<string, Promise<unknown>>()
  let keptAt = 0
  return <Answer>(change: number, question: string, find: () => Promise<Answer>) => {
    if (change !== keptAt) kept.clear()
    keptAt = change
    const known = kept.get(question)
    if (known) return known as Promise<Answer>
    const answer = find()
    if (question.length > LONGEST_QUESTION) return answer
    // Kept from the start, so that who asks the same meanwhile waits for the same answer.
    kept.set(question, answer)
    answer.catch(() => kept.get(question) === answer && kept.delete(question))
    const [oldest] = kept.keys()
    if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest)
    return answer
  }
}
