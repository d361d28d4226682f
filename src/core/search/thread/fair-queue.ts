import type { SearchRequest } from './messages.ts'

type OfClient = Pick<SearchRequest, 'client'>

/** A request that waits for its search, with its turn. */
export interface QueuedRequest<Request extends OfClient = SearchRequest> {
  readonly request: Request
  /**
   * Searches start in the order of their turns. Each request of a client has a later one than the client's request
   * before it, so that a client with many searches does not delay those of others.
   */
  readonly turn: number
}

/** A search of one client or of several ones that search for the same. */
export interface QueuedSearch {
  readonly requests: readonly QueuedRequest<OfClient>[]
  readonly isRunning: boolean
}

/** Returns the turn of a client's next request. @param current turn of the last search that started */
export function getNextTurn(
  client: string,
  searches: readonly QueuedSearch[],
  current: number,
): number {
  const ofClient = searches
    .flatMap(({ requests }) => requests)
    .filter(({ request }) => request.client === client)
  return Math.max(current, ...ofClient.map(({ turn }) => turn + 1))
}

/** The earliest turn of the requests of a search. */
export function getTurn({ requests }: QueuedSearch): number {
  return Math.min(...requests.map(({ turn }) => turn))
}

/** Returns the search to start next: one of a client that has none running. */
export function findNextSearch<Search extends QueuedSearch>(
  searches: readonly Search[],
): Search | undefined {
  const running = new Set(searches.filter(({ isRunning }) => isRunning).flatMap(listClients))
  const [next] = searches
    .filter((search) => !search.isRunning && listClients(search).some((one) => !running.has(one)))
    .sort((a, b) => getTurn(a) - getTurn(b))
  return next
}

function listClients({ requests }: QueuedSearch): string[] {
  return requests.map(({ request }) => request.client)
}

/**
 * Returns the position of the search to reject first: the last one of the client with the most searches. A search of
 * several clients counts for the one with the fewest.
 * @param clients those of each search
 */
export function findExcess(clients: readonly (readonly string[])[]): number {
  const counts = new Map<string, number>()
  for (const client of clients.flatMap((some) => [...new Set(some)])) {
    counts.set(client, (counts.get(client) ?? 0) + 1)
  }
  const loads = clients.map((some) => Math.min(...some.map((client) => counts.get(client) ?? 0)))
  return loads.lastIndexOf(Math.max(...loads))
}
