import { setTimeout } from 'node:timers/promises'
import type { Catalog } from '../core/catalog.ts'

type Warmed = Pick<Catalog, 'lists' | 'textSearch' | 'semanticSearch'>

/** Lists are not delayed for longer, such as while an index is built that was not saved. */
const MAX_HEAD_START_MS = 3000

/** Starts to load what a large catalog keeps in memory. Disposal starts no more of it. */
export function startWarmUp(catalog: Warmed): Disposable {
  const stopping = new AbortController()
  void warmUp(catalog, stopping.signal)
  return { [Symbol.dispose]: () => stopping.abort() }
}

/** Searches wait for their indexes, so these come first; lists read the database until they are in memory. */
async function warmUp(
  { lists, textSearch, semanticSearch }: Warmed,
  signal: AbortSignal,
): Promise<void> {
  const indexes = Promise.all([textSearch.warmUp(), semanticSearch.warmUp()])
  await Promise.race([indexes, setTimeout(MAX_HEAD_START_MS, undefined, { ref: false })])
  if (!signal.aborted) await lists.warmUp()
}
