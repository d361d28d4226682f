import { CatalogError, conflict, tryAgain } from '../errors.ts'
import { MAX_CLIENT_SEMANTIC_SEARCHES, MAX_SEMANTIC_SEARCHES } from '../limits.ts'
import { createRestartable, type Restartable } from '../processes/restartable.ts'
import { getChosenModel } from '../queries/chosen-model.ts'
import { findAnsweringModel, type EmbeddingModel } from '../queries/embeddings.ts'
import { createRequestSlots } from '../request-slots.ts'
import type { Services } from '../services.ts'
import { explainMissingModel, findModelProblem } from './models/model-in-use.ts'
import type {
  SemanticPage,
  SemanticQuery,
  SemanticSearch,
  SimilarQuery,
} from './semantic-search.ts'
import type { IndexedSearchOptions, Searchable } from './searchable.ts'
import type { SearchOutcome, SearchTarget, SemanticRequest } from './semantic/messages.ts'
import { startDeadline } from './deadline.ts'
import { createTextEmbeddings, type TextEmbeddings } from './semantic/text-embeddings.ts'
import type { SearchThreadOptions } from './thread/messages.ts'
import { SEARCH_STOPPED, SearchThread } from './thread/search-thread.ts'
import { needsWarmUp } from './warm-up.ts'

type SearchServices = Pick<Services, 'clock' | 'config' | 'embedders' | 'log' | 'reads'>

type SemanticThread = SearchThread<Omit<SemanticRequest, 'id'>, SearchOutcome>

const LOADING_SECONDS = 30
const SLOW_SECONDS = 10
const CHANGE_SECONDS = 5
const BUSY_SECONDS = 5

/** How often a search starts again because another model answers by now. */
const MAX_ATTEMPTS = 3

/** A search, apart from what images are compared with. */
interface PendingSearch {
  query: Pick<SemanticRequest, 'filter' | 'page'>
  client: string
  signal: AbortSignal
}

type FindTarget = (
  model: EmbeddingModel,
  signal: AbortSignal,
) => SearchTarget | Promise<SearchTarget>

/** Searches embeddings in a thread, which starts on first use and again after it crashed, with backoff. */
export class ThreadedSemanticSearch implements SemanticSearch, AsyncDisposable {
  readonly #services: SearchServices
  readonly #searchable: Searchable
  readonly #texts: TextEmbeddings
  readonly #slots = createRequestSlots({
    total: MAX_SEMANTIC_SEARCHES,
    perClient: MAX_CLIENT_SEMANTIC_SEARCHES,
    problem: 'Too many searches are waiting.',
    retrySeconds: BUSY_SECONDS,
  })
  readonly #thread: Restartable<SemanticThread>

  constructor(services: SearchServices, { searchable, indexFile }: IndexedSearchOptions) {
    this.#services = services
    this.#searchable = searchable
    this.#texts = createTextEmbeddings(services.embedders)
    this.#thread = createThread(services, { store: searchable.store, indexFile })
  }

  find(query: SemanticQuery, client: string, signal: AbortSignal): Promise<SemanticPage> {
    return this.#search({ query, client, signal }, async (model, either) => ({
      vector: await this.#texts.embed(model, query.text, either),
    }))
  }

  findSimilar(query: SimilarQuery, client: string, signal: AbortSignal): Promise<SemanticPage> {
    const { imageId, duplicateOf } = query
    const excluded = duplicateOf === null ? [imageId] : [imageId, duplicateOf]
    return this.#search({ query, client, signal }, () => ({ imageId, excluded }))
  }

  async warmUp(): Promise<void> {
    const { reads } = this.#services
    const isNeeded = (await needsWarmUp(reads)) && (await findAnsweringModel(reads))
    if (!isNeeded) return
    await this.#searchable.refresh()
    if (this.#thread.canRun) await this.#thread.get().ready
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread[Symbol.asyncDispose]()
  }

  async #search(search: PendingSearch, findTarget: FindTarget): Promise<SemanticPage> {
    using _slot = this.#slots.take(search.client)
    const { searchSeconds } = this.#services.config
    using deadline = startDeadline(searchSeconds, () =>
      this.#thread.running?.isReady === false ? stillLoading() : tooSlow(searchSeconds),
    )
    const signal = AbortSignal.any([search.signal, deadline.signal])
    try {
      return await this.#searchEmbeddings({ ...search, signal }, findTarget)
    } catch (error) {
      throw signal.aborted ? signal.reason : toPublicError(error)
    }
  }

  async #searchEmbeddings(
    { query: { filter, page }, client, signal }: PendingSearch,
    findTarget: FindTarget,
  ): Promise<SemanticPage> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const model = await requireModel(this.#services)
      const target = await findTarget(model, signal)
      const request = { modelId: model.id, target, filter, page, client }
      await this.#searchable.refresh(signal)
      const outcome = await this.#thread.get().search(request, signal)
      if ('page' in outcome) return outcome.page
      if (outcome.problem === 'not_embedded') throw notEmbedded()
    }
    throw changingModel()
  }
}

function createThread(
  { clock, log }: SearchServices,
  options: SearchThreadOptions,
): Restartable<SemanticThread> {
  return createRestartable({
    clock,
    log,
    name: 'the thread of semantic searches',
    problem: SEARCH_STOPPED,
    start: (onEnd) =>
      new SearchThread('semantic-thread', options, {
        log: ({ level, message }) => log[level](message),
        onEnd,
      }),
  })
}

/** @throws CatalogError kind `unavailable` that says how to install a model */
async function requireModel({ reads, config }: SearchServices): Promise<EmbeddingModel> {
  const chosen = await getChosenModel(reads)
  if (chosen === null) throw unavailable('No embedding model is in use.', explainMissingModel(null))
  const answering = await findAnsweringModel(reads)
  if (answering) return answering
  const problem = await findModelProblem(config.data, chosen)
  if (problem === undefined) throw changingModel()
  throw unavailable(
    `The embedding model ${chosen} cannot be used: ${problem}.`,
    explainMissingModel(chosen),
  )
}

/** Adds what an administrator can do to the message, because this user may be the administrator. */
function toPublicError(error: unknown): unknown {
  if (!(error instanceof CatalogError) || !error.details.hint) return error
  const { kind, message, details } = error
  const { hint, retryAfterSeconds } = details
  return new CatalogError(kind, `${message} ${hint}`, {
    ...(retryAfterSeconds && { retryAfterSeconds }),
    cause: error,
  })
}

function unavailable(message: string, hint: string): CatalogError {
  return new CatalogError('unavailable', message, { hint })
}

function notEmbedded(): CatalogError {
  return conflict('The image was not processed by the embedding model yet. Try again later.')
}

function changingModel(): CatalogError {
  return tryAgain('The embedding model is being changed.', CHANGE_SECONDS)
}

function tooSlow(seconds: number): CatalogError {
  return tryAgain(`The search took longer than ${seconds} seconds.`, SLOW_SECONDS)
}

function stillLoading(): CatalogError {
  return tryAgain('The embeddings are being loaded.', LOADING_SECONDS)
}
