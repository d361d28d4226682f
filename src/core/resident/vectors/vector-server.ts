import { IndexServer, type IndexServerOptions } from '../index/index-server.ts'
import { loadLiveVectorIndex, type LiveVectorIndex } from './live-vector-index.ts'
import type { SearchOutcome, SemanticRequest } from './messages.ts'
import { saveVectors } from './saved-vectors.ts'
import { SemanticSearches } from './search-scheduler.ts'

/** Creates the server of semantic searches. */
export function createSemanticServer(
  options: IndexServerOptions<SearchOutcome>,
): IndexServer<LiveVectorIndex, SemanticRequest> {
  return new IndexServer(options, {
    name: 'index of embeddings',
    load: loadLiveVectorIndex,
    save: saveVectors,
    measure: ({ vectors }) => vectors?.codes.usedBytes ?? 0,
    searches: new SemanticSearches(options.send),
  })
}
