import type { Logger } from '../base/log.ts'
import type { Embedders } from '../embedding/process/embedders.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import type { Tx, Store } from '../database/store.ts'
import { literal } from '../database/expressions.ts'
import { conflict } from '../base/errors.ts'
import { getChosenModel } from '../queries/settings/chosen-model.ts'
import {
  findAnsweringModel,
  findWantedModel,
  type EmbeddingModel,
} from '../queries/images/embeddings.ts'
import type { InstalledModel } from '../embedding/models/installed-models.ts'
import { explainMissingModel, readUsableModel } from '../embedding/models/model-in-use.ts'
import { inBatches } from '../base/batches.ts'
import { PRIORITY } from '../job-queue/enqueue.ts'
import { enqueueMissingEmbeddings } from './reprocess.ts'

type ModelServices = {
  address: DatabaseAddress
  clock: Clock
  config: Config
  embedders: Embedders
} & Pick<Store, 'reads' | 'write'>

interface Update {
  /** Whether searches change to the chosen model before it has embedded all images. */
  isImmediate?: boolean
  signal?: AbortSignal
}

/**
 * Applies the administrator's choice of an embedding model. All images get a job for the chosen model, and searches use
 * the embeddings of the former one until these jobs are done; then the former embeddings are deleted. If no usable
 * model is chosen, nothing is embedded and nothing deleted. Each call does what is possible at the moment.
 */
export async function updateEmbeddingModels(
  services: ModelServices,
  { isImmediate = false, signal }: Update = {},
): Promise<void> {
  const { reads, write } = services
  const wanted = await applyChoice(services)
  if (!wanted) return
  const answering = await findAnsweringModel(reads)
  if (!answering || isImmediate) await write((tx) => setAnsweringModel(tx, wanted))
  if (wanted.enqueued === 0) await enqueueAll(services, wanted, signal)
  else if (answering && (await canReplace(services, { answering, wanted }, signal)))
    await write((tx) => setAnsweringModel(tx, wanted))
  await deleteFormerModels(services, signal)
}

/**
 * Applies the choice of a model, and returns the chosen one.
 * @throws CatalogError kind `conflict` if no usable model is chosen
 */
export async function requireWantedModel(
  services: ModelServices,
  signal?: AbortSignal,
): Promise<EmbeddingModel> {
  await updateEmbeddingModels(services, { ...(signal && { signal }) })
  const wanted = await findWantedModel(services.reads)
  if (wanted) return wanted
  const hint = explainMissingModel(await getChosenModel(services.reads))
  throw conflict('No embedding model can be used.', { hint })
}

const INTERVAL_MS = 2000

/** Follows the choice of the model until disposed of. It is a setting, which other processes write. */
export function startModelUpdates(services: ModelServices & { log: Logger }): AsyncDisposable {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const update = async (): Promise<void> => {
    try {
      await updateEmbeddingModels(services, { signal: stopping.signal })
    } catch (error) {
      services.log.error({ err: error }, 'could not update the embedding models')
    }
  }
  const run = (): void => {
    running ??= update().finally(() => (running = undefined))
  }
  const timer = setInterval(run, INTERVAL_MS).unref()
  run()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Returns the wanted model; undefined if there is none, or if this node cannot tell. */
async function applyChoice(services: ModelServices): Promise<EmbeddingModel | undefined> {
  const { address, config, reads } = services
  const name = await getChosenModel(reads)
  const chosen = name === null ? null : await readUsableModel(config.data, name)
  // On PostgreSQL, another node may have the chosen model.
  if (name !== null && !chosen && address.engine === 'postgres') return undefined
  const wanted = await findWantedModel(reads)
  if (isSameModel(wanted, chosen)) return wanted
  await setWantedModel(services, chosen)
  return findWantedModel(reads)
}

function isSameModel(one: EmbeddingModel | undefined, other: InstalledModel | null): boolean {
  return one?.key === other?.key && one?.name === other?.name
}

async function setWantedModel(
  { write }: Pick<Store, 'write'>,
  chosen: InstalledModel | null,
): Promise<void> {
  await write(async (tx) => {
    await tx.updateTable('embedding_model').set({ wanted: 0 }).where('wanted', '=', 1).execute()
    if (!chosen) return
    const { key, name } = chosen
    const columns = { name, wanted: 1, enqueued: 0 } as const
    await tx
      .insertInto('embedding_model')
      .values({ key, answers: 0, ...columns })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
      .execute()
  })
}

/** Does nothing if another model is wanted by now. */
async function setAnsweringModel(tx: Tx, { id }: EmbeddingModel): Promise<void> {
  const wanted = await findWantedModel(tx)
  if (wanted?.id !== id) return
  await tx.updateTable('embedding_model').set({ answers: 0 }).where('answers', '=', 1).execute()
  await tx.updateTable('embedding_model').set({ answers: 1 }).where('id', '=', id).execute()
}

async function enqueueAll(
  services: ModelServices,
  { id }: EmbeddingModel,
  signal?: AbortSignal,
): Promise<void> {
  await enqueueMissingEmbeddings(services, id, signal)
  if (signal?.aborted) return
  await services.write((tx) =>
    tx
      .updateTable('embedding_model')
      .set({ enqueued: 1 })
      .where('id', '=', id)
      .where('wanted', '=', 1)
      .execute(),
  )
}

interface Replacement {
  answering: EmbeddingModel
  wanted: EmbeddingModel
}

/**
 * Whether the wanted model has embedded all images that it can, besides new ones, or the answering one is no longer
 * usable. New images are embedded with the wanted model only, so an import that lasts for days need not end first.
 */
async function canReplace(
  services: ModelServices,
  { answering, wanted }: Replacement,
  signal?: AbortSignal,
): Promise<boolean> {
  if (answering.id === wanted.id) return false
  const isUsable = await services.embedders.open(answering).then(
    () => true,
    () => false,
  )
  if (!isUsable) return true
  if (await isReembedding(services)) return false
  const { queued } = await enqueueMissingEmbeddings(services, wanted.id, signal)
  return queued === 0 && !signal?.aborted
}

async function isReembedding({ reads }: Pick<Store, 'reads'>): Promise<boolean> {
  for (const state of ['queued', 'running'] as const) {
    const job = await reads
      .selectFrom('job')
      .select('id')
      .where('state', '=', literal(state))
      .where('priority', '=', literal(PRIORITY.reembed))
      .limit(1)
      .executeTakeFirst()
    if (job) return true
  }
  return false
}

/** Embeddings deleted in one transaction, to keep write locks short. */
const DELETED_PER_BATCH = 250

/** Deletes the embeddings of all other models, once the wanted model answers. */
async function deleteFormerModels(
  { reads, write }: Pick<Store, 'reads' | 'write'>,
  signal?: AbortSignal,
): Promise<void> {
  const [wanted, answering] = [await findWantedModel(reads), await findAnsweringModel(reads)]
  if (!wanted || wanted.id !== answering?.id) return
  const former = await reads
    .selectFrom('embedding_model')
    .select('id')
    .where('id', '<>', wanted.id)
    .execute()
  for (const { id } of former) {
    await inBatches(DELETED_PER_BATCH, (limit) => write((tx) => deleteBatch(tx, id, limit)), signal)
    if (signal?.aborted) return
    await write((tx) => deleteModel(tx, id))
  }
}

async function deleteBatch(tx: Tx, modelId: number, limit: number): Promise<number> {
  const oldest = tx
    .selectFrom('embedding')
    .select('id')
    .where('model_id', '=', modelId)
    .orderBy('id')
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('embedding')
    .where('id', 'in', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Does nothing if the model was chosen again, or if a job has stored another embedding. */
async function deleteModel(tx: Tx, id: number): Promise<void> {
  await tx
    .deleteFrom('embedding_model')
    .where('id', '=', id)
    .where('wanted', '=', 0)
    .where('answers', '=', 0)
    .where((model) => {
      const left = model.selectFrom('embedding').select('id')
      return model.not(model.exists(left.whereRef('model_id', '=', 'embedding_model.id')))
    })
    .execute()
}
