import type { Store } from '../../database/store.ts'
import type { Embedders } from '../../embedding/process/embedders.ts'
import type { Config } from '../../config/config.ts'
import { CatalogError } from '../../base/errors.ts'
import { MAX_CLIENT_SEMANTIC_SEARCHES, MAX_SEMANTIC_SEARCHES } from '../../base/limits.ts'
import { getChosenModel } from '../../queries/settings/chosen-model.ts'
import { findAnsweringModel, type EmbeddingModel } from '../../queries/images/embeddings.ts'
import { createRequestSlots } from '../../base/request-slots.ts'
import { startDeadline } from '../../base/deadline.ts'
import type { EmbeddingRanking, RankingRequest } from './embedding-ranking.ts'
import { explainMissingModel, findModelProblem } from '../../embedding/models/model-in-use.ts'
import type {
  SemanticPage,
  SemanticQuery,
  SemanticSearch,
  SimilarQuery,
} from '../../queries/searches/semantic-search.ts'
import type { SearchTarget } from './messages.ts'
import {
  changingModel,
  noModel,
  notEmbedded,
  stillLoading,
  tooSlow,
  TOO_MANY_SEARCHES,
} from './search-errors.ts'
import { createTextEmbeddings, type TextEmbeddings } from './text-embeddings.ts'

type SearchServices = { config: Config; embedders: Embedders } & Pick<Store, 'reads'>

/** Most attempts of a search, which starts again if another model has replaced its own. */
const MAX_ATTEMPTS = 3

/** A search, apart from what images are compared with. */
interface PendingSearch {
  query: Pick<RankingRequest, 'filter' | 'page'>
  client: string
  signal: AbortSignal
}

type FindTarget = (
  model: EmbeddingModel,
  signal: AbortSignal,
) => SearchTarget | Promise<SearchTarget>

/** Searches the embeddings of the model in use. */
export class EmbeddingSearch implements SemanticSearch, AsyncDisposable {
  readonly #services: SearchServices
  readonly #ranking: EmbeddingRanking
  readonly #texts: TextEmbeddings
  readonly #slots = createRequestSlots({
    total: MAX_SEMANTIC_SEARCHES,
    perClient: MAX_CLIENT_SEMANTIC_SEARCHES,
    ...TOO_MANY_SEARCHES,
  })

  constructor(services: SearchServices, ranking: EmbeddingRanking) {
    this.#services = services
    this.#ranking = ranking
    this.#texts = createTextEmbeddings(services.embedders)
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

  get usage() {
    return this.#ranking.usage
  }

  warmUp(): Promise<void> {
    return this.#ranking.warmUp()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ranking[Symbol.asyncDispose]()
  }

  async #search(search: PendingSearch, findTarget: FindTarget): Promise<SemanticPage> {
    using _slot = this.#slots.take(search.client)
    const { searchSeconds } = this.#services.config
    using deadline = startDeadline(searchSeconds, () =>
      this.#ranking.isLoading ? stillLoading() : tooSlow(searchSeconds),
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
      const outcome = await this.#ranking.rank(request, signal)
      if ('page' in outcome) return outcome.page
      if (outcome.problem === 'not_embedded') throw notEmbedded()
    }
    throw changingModel()
  }
}

/** @throws CatalogError kind `unavailable` that says how to install a model */
async function requireModel({ reads, config }: SearchServices): Promise<EmbeddingModel> {
  const chosen = await getChosenModel(reads)
  if (chosen === null) throw noModel('No embedding model is in use.', explainMissingModel(null))
  const answering = await findAnsweringModel(reads)
  if (answering) return answering
  const problem = await findModelProblem(config.data, chosen)
  if (problem === undefined) throw changingModel()
  throw noModel(
    `The embedding model ${chosen} cannot be used: ${problem}.`,
    explainMissingModel(chosen),
  )
}

/** Adds what an administrator can do to the message, because this user may be the administrator. */
function toPublicError(error: unknown): unknown {
  if (!(error instanceof CatalogError) || !error.details.hint) return error
  const { kind, message, details } = error
  const { code, hint, retryAfterSeconds } = details
  return new CatalogError(kind, `${message} ${hint}`, {
    ...(code !== undefined && { code }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
    cause: error,
  })
}
