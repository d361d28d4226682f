import { databasePath, vectorIndexPath } from '../../../src/core/storage/disk/data-folder.ts'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import type { SearchFilter } from '../../../src/core/queries/searches/search-filter.ts'
import type { SemanticPage } from '../../../src/core/queries/searches/semantic-search.ts'
import type { SearchOutcome, SearchTarget } from '../../../src/core/resident/vectors/messages.ts'
import { createSemanticServer } from '../../../src/core/resident/vectors/vector-server.ts'
import type { SearchThreadMessage } from '../../../src/core/resident/index/messages.ts'
import { createImageMemory } from '../../../src/core/resident/columns/images.ts'

export interface TimedPage extends SemanticPage {
  ms: number
  /** CPU time, in milliseconds. */
  cpuMs: number
}

export interface Query {
  target: SearchTarget
  filter?: SearchFilter
  page?: { number: number; size: number }
}

/** What a search thread does, in this process. */
export interface DirectSearch {
  /** Time until it was ready, in milliseconds. */
  readonly loadMs: number
  readonly loadCpuMs: number
  find(query: Query): Promise<TimedPage>
  /** Saves the codes of the vectors, unless they are saved. */
  close(): Promise<void>
}

const FIRST_PAGE = { number: 1, size: 20 }

/** @param data directory of the catalog */
export async function openDirectSearch(data: string): Promise<DirectSearch> {
  const ready = Promise.withResolvers<void>()
  let answered = Promise.withResolvers<SemanticPage>()
  const receive = (message: SearchThreadMessage<SearchOutcome>): void => {
    if (message.type === 'log') console.log(message.entry.message)
    else if (message.type === 'state') ready.resolve()
    else if (message.type === 'usage') return
    else if (message.type === 'result' && 'page' in message.result)
      answered.resolve(message.result.page)
    else answered.reject(new Error(JSON.stringify(message)))
  }
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  const server = createSemanticServer({
    open: () => openConnection({ file: databasePath(data), readonly: true }),
    images: createImageMemory(),
    indexFile: vectorIndexPath(data),
    limits: { maxBytes: 2 ** 32 },
    send: receive,
  })
  server.start()
  await ready.promise
  return {
    loadMs: performance.now() - started,
    loadCpuMs: milliseconds(process.cpuUsage(cpu)),
    close: () => server.close(),
    async find({ target, filter = {}, page = FIRST_PAGE }) {
      answered = Promise.withResolvers()
      const [started, cpu] = [performance.now(), process.cpuUsage()]
      server.add({ id: 1, client: '', modelId: 1, target, filter, page })
      const found = await answered.promise
      const ms = performance.now() - started
      return { ...found, ms, cpuMs: milliseconds(process.cpuUsage(cpu)) }
    },
  }
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}
