import { rename } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { chooseModel } from '../../src/core/writes/chosen-model.ts'
import { storageFull } from '../../src/core/base/errors.ts'
import { newDerivation } from '../../src/core/job-queue/new-jobs.ts'
import { updateEmbeddingModels } from '../../src/core/jobs/embedding-models.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { PermanentFailure, type JobHandler } from '../../src/core/jobs/job-handler.ts'
import { PictureError } from '../../src/core/imaging/picture-error.ts'
import { PRIORITY } from '../../src/core/job-queue/enqueue.ts'
import { reprocessDerivatives, reprocessEmbeddings } from '../../src/core/jobs/reprocess.ts'
import { findAnsweringModel, findWantedModel } from '../../src/core/queries/images/embeddings.ts'
import { outOfMemory } from '../../src/core/embedding/inference/model-error.ts'
import { modelFolder } from '../../src/core/embedding/models/model-folders.ts'
import { derivativeKey } from '../../src/core/storage/keys.ts'
import { useModelFixture } from '../support/embedding-models.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { fourColors, plain, RED } from '../support/pictures.ts'
import { enqueue, readJobs, startRunner } from '../support/queue.ts'
import { readImage, readRows } from '../support/rows.ts'
import { hostContext } from '../support/host-context.ts'

const picture = await fourColors(400, 300).jpeg().toBuffer()
const other = await plain(40, 30, RED).jpeg().toBuffer()

/** Runs the due jobs. Returns the images that were embedded. */
async function runJobs(opened: TestCatalog, embed = jobHandlers.embed): Promise<number[]> {
  const embedded: number[] = []
  const record: JobHandler = async (services, run) => {
    await embed(services, run)
    embedded.push(run.imageId!)
  }
  await using jobs = startRunner(opened, record, {
    handlers: { ...jobHandlers, tile: async () => {}, embed: record },
  })
  await jobs.drain()
  return embedded
}

async function addImages(opened: TestCatalog, count = 1): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    ids.push(await opened.seed.image())
    await putFile(opened, ids[n]!)
  }
  return ids
}

async function putFile(opened: TestCatalog, imageId: number, bytes = picture): Promise<void> {
  const version = await opened.seed.file(imageId, bytes)
  await enqueue(opened, newDerivation({ imageId, version, runAt: opened.clock.now() }))
}

const readEmbeddings = (opened: TestCatalog) => readRows(opened, 'embedding')

/** Names of the wanted and the answering model. */
async function readModels({ catalog: { reads } }: TestCatalog) {
  const [wanted, answering] = [await findWantedModel(reads), await findAnsweringModel(reads)]
  return [wanted?.name, answering?.name]
}

test('embeds each new picture once, after its derivatives', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [image] = await addImages(opened)
  expect(await runJobs(opened)).toEqual([image])
  const [embedding] = await readEmbeddings(opened)
  const { picture } = await readImage(opened, image!)
  expect(embedding).toMatchObject({ image_id: image, picture })

  await reprocessDerivatives(opened.catalog, 'thumbnail', {})
  expect(await runJobs(opened)).toEqual([])
  expect(await readEmbeddings(opened)).toEqual([embedding])
})

test('embeds a rotated or replaced picture again, and keeps the embedding until then', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [image] = await addImages(opened)
  await runJobs(opened)
  const [before] = await readEmbeddings(opened)
  await opened.seed.change(image!, { rotation: 90 })
  await reprocessDerivatives(opened.catalog, 'display', {})
  const fail: JobHandler = async () => {
    expect(await readEmbeddings(opened)).toEqual([before])
    throw new PermanentFailure('It is too much.')
  }
  await runJobs(opened, fail)
  const failed = (await readJobs(opened)).filter(({ state }) => state === 'failed')
  expect(failed).toMatchObject([{ kind: 'embed', last_error: 'It is too much.' }])
  const wanted = await findWantedModel(opened.catalog.reads)
  await reprocessEmbeddings(opened.catalog, wanted!.id, { failed: true })
  expect(await runJobs(opened)).toEqual([image])
  const [rotated, ...others] = await readEmbeddings(opened)
  expect(others).toEqual([])
  expect(rotated!.id).toBeGreaterThan(before!.id)
  expect(rotated!.vector).not.toEqual(before!.vector)

  await putFile(opened, image!, other)
  expect(await runJobs(opened)).toEqual([image])
  const [replaced] = await readEmbeddings(opened)
  expect(replaced!.picture).toBe((await readImage(opened, image!)).picture)
})

test('enqueues nothing without a model, and all images when one is chosen', async () => {
  await using opened = await openTestCatalog()
  const images = await addImages(opened, 3)
  const [noFile] = [await opened.seed.image()]
  expect(await runJobs(opened)).toEqual([])
  expect((await readJobs(opened)).map(({ kind }) => kind)).not.toContain('embed')
  await useModelFixture(opened, 'first')
  expect(await readModels(opened)).toEqual(['first', 'first'])
  expect(await runJobs(opened)).toEqual(images)
  expect((await readEmbeddings(opened)).map(({ image_id }) => image_id)).not.toContain(noFile)
})

test.each([
  ['a damaged picture', new PictureError('damaged', 'It cannot be decoded.')],
  ['any other failure', new PermanentFailure('It is too much.')],
])('the former model answers until the chosen one has embedded all but %s', async (_, failure) => {
  await using opened = await openTestCatalog()
  const { catalog } = opened
  await useModelFixture(opened, 'first')
  const [one, two] = await addImages(opened, 2)
  await runJobs(opened)
  await useModelFixture(opened, 'second')
  await updateEmbeddingModels(catalog)
  expect(await readModels(opened)).toEqual(['second', 'first'])
  expect(await readEmbeddings(opened)).toHaveLength(2)

  const damaged: JobHandler = async (services, run) => {
    if (run.imageId === two) throw failure
    await jobHandlers.embed(services, run)
  }
  expect(await runJobs(opened, damaged)).toEqual([one])
  expect(await readEmbeddings(opened)).toHaveLength(3)
  await updateEmbeddingModels(catalog)
  expect(await readModels(opened)).toEqual(['second', 'second'])
  const [left, ...others] = await readEmbeddings(opened)
  expect([left?.image_id, others]).toEqual([one, []])
  expect(await readRows(opened, 'embedding_model')).toHaveLength(1)
})

test('embeds new images before those that are loaded or embedded again', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [one, two] = await addImages(opened, 2)
  await runJobs(opened)
  await useModelFixture(opened, 'second')
  const loaded = await opened.seed.image()
  const version = await opened.seed.file(loaded, picture)
  const job = { imageId: loaded, version, runAt: opened.clock.now(), priority: PRIORITY.last }
  await enqueue(opened, newDerivation(job))
  let late: number[] = []
  const embed: JobHandler = async (services, run) => {
    if (late.length === 0) late = await addImages(opened, 2)
    await jobHandlers.embed(services, run)
  }
  expect(await runJobs(opened, embed)).toEqual([one, ...late, two, loaded])
})

test('the chosen model answers although new images wait to be embedded', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [earlier] = await addImages(opened)
  await runJobs(opened)
  await useModelFixture(opened, 'second')
  const [late] = await addImages(opened)
  const lateOnes: JobHandler = async (services, run) => {
    if (run.imageId === late) throw storageFull(undefined)
    await jobHandlers.embed(services, run)
  }
  expect(await runJobs(opened, lateOnes)).toEqual([earlier])
  await updateEmbeddingModels(opened.catalog)
  expect(await readModels(opened)).toEqual(['second', 'second'])
  opened.clock.advance(3600)
  expect(await runJobs(opened)).toEqual([late])
})

test('embeds one image at a time, also if some are embedded again', async () => {
  await using opened = await openTestCatalog()
  for (const priority of [PRIORITY.embed, PRIORITY.embed, PRIORITY.reembed, PRIORITY.reembed])
    await enqueue(opened, { kind: 'embed', priority })
  let [running, most] = [0, 0]
  const work: JobHandler = async () => {
    most = Math.max(most, ++running)
    await opened.catalog.write(async () => {})
    running -= 1
  }
  await using jobs = startRunner(opened, work, { workers: 4 })
  await jobs.drain()
  expect(most).toBe(1)
  expect((await readJobs(opened)).every(({ state }) => state === 'done')).toBe(true)
})

test('the former model answers no more if it was removed, or if the administrator says so', async () => {
  await using opened = await openTestCatalog()
  const { catalog } = opened
  await useModelFixture(opened, 'first')
  await addImages(opened)
  await runJobs(opened)
  await useModelFixture(opened, 'second')
  await updateEmbeddingModels(catalog, { isImmediate: true })
  expect(await readModels(opened)).toEqual(['second', 'second'])
  expect(await readEmbeddings(opened)).toEqual([])
  await runJobs(opened)
  await useModelFixture(opened, 'third')
  await updateEmbeddingModels(catalog)
  expect(await readModels(opened)).toEqual(['third', 'second'])
  await rename(modelFolder(opened.data, 'second'), modelFolder(opened.data, 'elsewhere'))
  await updateEmbeddingModels(catalog)
  expect(await readModels(opened)).toEqual(['third', 'third'])
})

test('without a model nothing is embedded, and the embeddings are there when it is chosen again', async () => {
  await using opened = await openTestCatalog()
  const { catalog } = opened
  await useModelFixture(opened, 'first')
  const [embedded] = await addImages(opened)
  await runJobs(opened)
  const [late] = await addImages(opened)
  await catalog.write((tx) => chooseModel(tx, null, hostContext(catalog.clock)))
  await updateEmbeddingModels(catalog)
  expect(await runJobs(opened)).toEqual([])
  const kept = await readEmbeddings(opened)
  expect(kept).toMatchObject([{ image_id: embedded }])
  await useModelFixture(opened, 'first')
  expect(await runJobs(opened)).toEqual([late])
  expect((await readEmbeddings(opened))[0]).toEqual(kept[0])
})

test('discards an embedding if the picture or the model changes during the job', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [image] = await addImages(opened)
  const rotating: JobHandler = async (services, run) => {
    const write: typeof services.write = async (work) => {
      await opened.seed.change(image!, { rotation: 90 })
      return services.write(work)
    }
    await jobHandlers.embed({ ...services, write }, run)
  }
  await runJobs(opened, rotating)
  expect(await readEmbeddings(opened)).toEqual([])
  await reprocessDerivatives(opened.catalog, 'display', {})
  const choosing: JobHandler = async (services, run) => {
    const write: typeof services.write = async (work) => {
      await useModelFixture(opened, 'second')
      return services.write(work)
    }
    await jobHandlers.embed({ ...services, write }, run)
  }
  await runJobs(opened, choosing)
  const second = await findWantedModel(opened.catalog.reads)
  expect(await readEmbeddings(opened)).toMatchObject([{ image_id: image, model_id: second!.id }])
})

test('fails visibly if the display version is lost, and embeds what is missing again', async () => {
  await using opened = await openTestCatalog()
  const { catalog } = opened
  await useModelFixture(opened, 'first')
  const [image, intact] = await addImages(opened, 2)
  await runJobs(opened, async () => {
    throw new PermanentFailure('Later.')
  })
  const { generation } = await readImage(opened, image!)
  await catalog.storage.remove(derivativeKey(image!, generation!, 'display'))
  const wanted = await findWantedModel(catalog.reads)
  const reprocess = () => reprocessEmbeddings(catalog, wanted!.id, { missing: true })
  expect(await reprocess()).toEqual({ images: 2, queued: 2 })
  expect(await runJobs(opened)).toEqual([intact])
  const waiting = (await readJobs(opened)).find(
    ({ image_id, kind }) => image_id === image && kind === 'embed',
  )
  expect(waiting?.last_error).toContain('A file of the image is missing')
  expect(await reprocess()).toEqual({ images: 1, queued: 0 })
})

test('defers the jobs while the model cannot be used', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [image] = await addImages(opened)
  const folder = modelFolder(opened.data, 'first')
  await rename(folder, `${folder}-gone`)
  expect(await runJobs(opened)).toEqual([])
  const job = (await readJobs(opened)).find(({ kind }) => kind === 'embed')
  expect(job).toMatchObject({ state: 'queued', attempts: 0 })
  expect(job?.last_error).toBe('The embedding model first cannot be used: it is not installed.')
  await rename(`${folder}-gone`, folder)
  opened.clock.advance(3600)
  expect(await runJobs(opened)).toEqual([image])
})

test('never fails an image because of the model, however long it cannot be used', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [image] = await addImages(opened)
  const lacksMemory: JobHandler = async () => {
    throw outOfMemory('bad_alloc')
  }
  for (let day = 0; day < 30; day += 1) {
    expect(await runJobs(opened, lacksMemory)).toEqual([])
    opened.clock.advance(24 * 3600)
  }
  const waiting = (await readJobs(opened)).find(({ kind }) => kind === 'embed')
  expect(waiting).toMatchObject({ state: 'queued', attempts: 0 })
  expect(waiting?.last_error).toContain('not enough memory')
  expect(await runJobs(opened)).toEqual([image])
})

test('finds the embeddings of a former model by an index, to delete them', async () => {
  await using opened = await openTestCatalog()
  const { rows } = await sql<{ detail: string }>`explain query plan
    select id from embedding where model_id = 1 order by id limit 250`.execute(
    opened.catalog.reads as never,
  )
  expect(rows.map(({ detail }) => detail)).toEqual([
    'SEARCH embedding USING COVERING INDEX embedding_by_model (model_id=?)',
  ])
})

test('the embeddings of an image are removed with it', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [image] = await addImages(opened)
  await runJobs(opened)
  await opened.seed.delete('image', image)
  expect(await readEmbeddings(opened)).toEqual([])
})
