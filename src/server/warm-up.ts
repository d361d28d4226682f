import { setTimeout } from 'node:timers/promises'
import type { Catalog } from '../core/catalog/catalog.ts'

type Warmed = Pick<Catalog, 'lists' | 'textSearch' | 'semanticSearch' | 'log'>

/** Lists are not delayed for longer, such as while an index is built that was not saved. */
const MAX_HEAD_START_MS = 3000

/**
 * Starts to load what a large catalog keeps in memory. Disposal starts no more of it. What fails is logged, and loaded by
 * the first requests that need it.
 */
export function startWarmUp(catalog: Warmed): Disposable {
  const stopping = new AbortController()
  void warmUp(catalog, stopping.signal)
  return { [Symbol.dispose]: () => stopping.abort() }
}

/** Searches wait for their indexes, so these come first; lists read the database until they are in memory. */
async function warmUp(
  { lists, textSearch, semanticSearch, log }: Warmed,
  signal: AbortSignal,
): Promise<void> {
  const load = async (what: Pick<Warmed['lists'], 'warmUp'>): Promise<void> => {
    try {
      await what.warmUp()
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, 'could not load in advance what lists and searches keep in memory')
    }
  }
  const indexes = Promise.all([load(textSearch), load(semanticSearch)])
  await Promise.race([indexes, setTimeout(MAX_HEAD_START_MS, undefined, { ref: false })])
  if (!signal.aborted) await load(lists)
}
