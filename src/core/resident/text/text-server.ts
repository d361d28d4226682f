import { IndexServer, type IndexServerOptions } from '../index/index-server.ts'
import { loadLiveTextIndex, type LiveTextIndex } from './live-text-index.ts'
import type { SearchRequest } from '../index/messages.ts'
import { saveTexts } from './saved-text-index.ts'
import { TextSearches } from './search-scheduler.ts'
import type { TextPage } from '../../queries/searches/text-search.ts'

/** Creates the server of text searches. */
export function createSearchServer(
  options: IndexServerOptions<TextPage>,
): IndexServer<LiveTextIndex, SearchRequest> {
  const { send } = options
  const searches = new TextSearches({
    resolve: ({ id }, page) => send({ type: 'result', id, result: page }),
    reject: ({ id }, failure) => send({ type: 'failure', id, failure }),
  })
  return new IndexServer(options, {
    name: 'text index',
    load: loadLiveTextIndex,
    save: saveTexts,
    measure: ({ texts }) => texts.usedBytes,
    searches,
  })
}
