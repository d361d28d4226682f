import type { Micros } from '../base/clock.ts'
import { insertRow } from '../database/insert-row.ts'
import { literal } from '../database/expressions.ts'
import type { Selects, Tx } from '../database/store.ts'
import { notFound } from '../base/errors.ts'
import { findWantedModel } from '../queries/images/embeddings.ts'
import { encodeVector } from '../model/vectors/vector-encoding.ts'
import { derivativeKey } from '../storage/keys.ts'
import type { LocalCopy } from '../storage/object-store.ts'
import type { JobHandler, JobRun, JobServices } from './job-handler.ts'
import type { JobPriority } from '../job-queue/enqueue.ts'
import { enqueueImageJobs, selectEmbeddingInput } from '../job-queue/enqueue-image-jobs.ts'
import { deleteFailedJobs } from '../job-queue/outcome.ts'

interface Payload {
  /** The model and the picture that the job was created for. Later ones have their own jobs. */
  input: string
}

/**
 * Enqueues the embedding of an image whose display version was published, unless no model is wanted or it has embedded
 * this picture already.
 */
export async function enqueueEmbedding(
  tx: Tx,
  imageId: number,
  options: { priority: JobPriority; now: Micros },
): Promise<void> {
  const embedded = await tx
    .selectFrom('image')
    .innerJoin('embedding', 'embedding.image_id', 'image.id')
    .innerJoin('embedding_model as model', 'model.id', 'embedding.model_id')
    .select('embedding.id')
    .where('image.id', '=', imageId)
    .where('model.wanted', '=', literal(1))
    .whereRef('embedding.picture', '=', 'image.picture')
    .executeTakeFirst()
  if (embedded) return
  await enqueueImageJobs(tx, 'embed', [imageId], options)
}

/** Computes the embedding of an image's display version with the wanted model. */
export const embed: JobHandler = async (services, run) => {
  const { input } = run.payload as Payload
  const image = await findInput(services.reads, run.imageId ?? 0, input)
  const model = await findWantedModel(services.reads)
  if (!image || !model) return
  const embedder = await services.embedders.open(model)
  await using file = await openDisplay(services, image)
  const [vector] = await embedder.embedImages([file.path], run.signal)
  await services.write((tx) =>
    storeEmbedding(tx, run, { ...image, input, modelId: model.id, vector: vector as Float32Array }),
  )
}

/** Returns undefined if there is no such image, or if another model or picture is wanted by now. */
function findInput(reads: Selects, id: number, input: string) {
  return reads
    .selectFrom('image')
    .select(['id', 'generation', 'picture'])
    .where('id', '=', id)
    .where(selectEmbeddingInput('image'), '=', input)
    .$narrowType<{ generation: string; picture: string }>()
    .executeTakeFirst()
}

async function openDisplay(
  { storage }: Pick<JobServices, 'storage'>,
  { id, generation }: { id: number; generation: string },
): Promise<LocalCopy> {
  const key = derivativeKey(id, generation, 'display')
  const file = await storage.localCopy(key)
  if (!file) throw notFound(`A file of the image is missing (${key}).`)
  return file
}

interface NewEmbedding {
  id: number
  input: string
  modelId: number
  picture: string
  vector: Float32Array
}

/** Stores nothing if the lease was lost, or if another model or picture is wanted by now. */
async function storeEmbedding(
  tx: Tx,
  run: Pick<JobRun, 'markDone'>,
  { id, input, modelId, picture, vector }: NewEmbedding,
): Promise<void> {
  if (!(await run.markDone(tx))) return
  if (!(await findInput(tx, id, input))) return
  await tx
    .deleteFrom('embedding')
    .where('image_id', '=', id)
    .where('model_id', '=', modelId)
    .execute()
  await insertRow(tx, 'embedding', {
    image_id: id,
    model_id: modelId,
    picture,
    vector: encodeVector(vector),
  })
  await deleteFailedJobs(tx, { kind: 'embed', imageId: id })
}
