import type { Reads } from '../../database/store.ts'
import type { TrigramSearch } from '../../database/trigram-search.ts'
import { MAX_RUNNING_SEARCHES, MAX_WAITING_SEARCHES } from '../../base/limits.ts'
import { countDecades } from '../../edtf/count-decades.ts'
import { selectMiddleDay } from '../../queries/images/middle-day.ts'
import { selectSearchableIds } from '../../queries/lists/images.ts'
import { startDeadline } from '../../base/deadline.ts'
import { createFairSlots } from '../../base/fair-slots.ts'
import { tooManySearches, tooSlow } from '../text/text-search-errors.ts'
import type { TextSearch } from '../../queries/searches/text-search.ts'
import { findGreatestOutside, parsePattern } from '../text/word-similarity.ts'
import { withoutNul } from '../text/without-nul.ts'

export interface DatabaseTextSearchOptions {
  trigrams: TrigramSearch
  reads: Reads
  /** Seconds after which a search fails, including the time that it waits. */
  deadlineSeconds: number
}

const NOTHING = { hits: [], count: 0 }

/** Lets the database search texts. It needs no index in memory. */
export function createDatabaseTextSearch({
  trigrams,
  reads,
  deadlineSeconds,
}: DatabaseTextSearchOptions): TextSearch & AsyncDisposable {
  const slots = createFairSlots({
    running: MAX_RUNNING_SEARCHES,
    waiting: MAX_WAITING_SEARCHES,
    explainExcess: tooManySearches,
  })
  return {
    usage: null,
    async find({ text, threshold, filter, whole, page, hasDecades }, client, signal) {
      signal.throwIfAborted()
      const lowerBound = findGreatestOutside(threshold)
      // The database would compare all texts.
      if (lowerBound >= 1 || parsePattern(text).size === 0) return NOTHING
      // PostgreSQL cannot take this character, which separates words like a space.
      const words = text.replaceAll('\0', ' ')
      const endMs = performance.now() + deadlineSeconds * 1000
      using deadline = startDeadline(deadlineSeconds, () => tooSlow(deadlineSeconds))
      const either = AbortSignal.any([signal, deadline.signal])
      const images = selectSearchableIds(reads, withoutNul(filter))
      const day = hasDecades ? selectMiddleDay('image') : undefined
      const found = await slots.run(client, either, () => {
        const timeoutMs = endMs - performance.now()
        return trigrams.find(
          { text: words, images, threshold, lowerBound, whole, page, day, timeoutMs },
          either,
        )
      })
      if (!found) throw tooSlow(deadlineSeconds)
      const { days, ...hits } = found
      return { ...hits, ...(day && { decades: countDecades(days) }) }
    },
    warmUp: async () => {},
    // The database closes it.
    [Symbol.asyncDispose]: async () => {},
  }
}
