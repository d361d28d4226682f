/**
 * Embedding pictures with a ViT-B/16 in 32-bit floats and with random weights: the jobs of a catalog against a bare
 * script with onnxruntime and sharp, in images per CPU second, round by round in turn. Ours includes the CPU time of the
 * server, theirs only that of the script; starting and loading the model is left out of both. Also prints the memory of
 * our process.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { newDerivation } from '../../src/core/job-queue/new-jobs.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { enqueueJob } from '../../src/core/job-queue/enqueue.ts'
import { reprocessEmbeddings } from '../../src/core/jobs/reprocess.ts'
import { startJobs } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/base/log.ts'
import { startEmbedder } from '../../src/core/embedding/process/embedder.ts'
import { findWantedModel } from '../../src/core/queries/images/embeddings.ts'
import { derivativeKey } from '../../src/core/storage/keys.ts'
import { useModel } from '../support/embedding-models.ts'
import { createSeed } from '../support/seed.ts'
import { writeVitModel } from './embedding/vit.ts'
import { costOf, median } from './imaging/cost.ts'
import { writePhotograph } from './imaging/photograph.ts'
import { reportFigure } from './support/table.ts'

const IMAGES = 16
const ROUNDS = 7
const REQUIRED_RATIO = 0.85

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const model = join(folder.path, 'vit')
await writeVitModel(model)
let embedderPid = 0
await using catalog = await open()
const ids = await addImages(catalog)
const files = await locateDisplays(catalog)
await useModel({ catalog }, 'vit', model)
const wanted = (await findWantedModel(catalog.reads))!
await using jobs = startJobs(catalog, {
  log: silentLog,
  handlers: { ...jobHandlers, tile: async () => {} },
  workers: 1,
})
await jobs.drain()
const bare = fork(new URL('embedding/bare-child.ts', import.meta.url), [
  join(model, 'onnx/vision_model.onnx'),
])
await once(bare, 'message')
await embedBare(files.slice(0, 1))

const ours: number[] = []
const theirs: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(await measure([process.pid, embedderPid], embedOurs))
  theirs.push(await measure([bare.pid!], () => embedBare(files)))
}
const { peakMegabytes } = await costOf(embedderPid)
const resident = Number(
  /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${embedderPid}/status`, 'utf8'))![1],
)
const peaks = [peakMegabytes, (await costOf(bare.pid!)).peakMegabytes]
bare.kill()
const [mine, its] = [median(ours), median(theirs)]
const ratio = mine / its
console.log(`load ${loadavg()[0]!.toFixed(1)}; medians of ${ROUNDS} rounds of ${IMAGES} pictures`)
console.log(`ours: ${mine.toFixed(2)} images per CPU second, peak ${peaks[0]!.toFixed(0)} MB,`)
console.log(`  ${(resident / 1024).toFixed(0)} MB after the last picture`)
console.log(`bare: ${its.toFixed(2)} images per CPU second, peak ${peaks[1]!.toFixed(0)} MB`)
reportFigure(
  'embeddings for each CPU second',
  `${ratio.toFixed(3)} times bare onnxruntime`,
  `at least ${REQUIRED_RATIO} times`,
)
if (ratio < REQUIRED_RATIO) exit(1)

async function open(): Promise<Catalog> {
  const { config, secrets } = loadConfig({ flags: { data: join(folder.path, 'data') } })
  const log = {
    warn: console.warn,
    debug: (fields: { pid: number }) => (embedderPid = fields.pid),
  }
  return await openCatalog(config, secrets, {
    startEmbedder: (options) => startEmbedder({ ...options, log, imageIdleMs: 600_000 }),
  })
}

/** Adds photographs of six megapixels with their derivatives. */
async function addImages(catalog: Catalog): Promise<number[]> {
  const seed = createSeed({ catalog })
  const path = join(folder.path, 'photograph.jpg')
  await writePhotograph(path, 3000, 2000)
  const bytes = await readFile(path)
  const collection_id = await seed.collection()
  const ids: number[] = []
  const now = catalog.clock.now()
  for (let n = 0; n < IMAGES; n += 1) {
    const imageId = await seed.image({ collection_id })
    const version = await seed.file(imageId, bytes)
    const job = newDerivation({ imageId, version, runAt: now })
    await catalog.write((tx) => enqueueJob(tx, job, now))
    ids.push(imageId)
  }
  const handlers = { ...jobHandlers, tile: async () => {} }
  await using jobs = startJobs(catalog, { log: silentLog, handlers, workers: 1 })
  await jobs.drain()
  return ids
}

async function locateDisplays({ reads, storage }: Catalog): Promise<string[]> {
  const images = await reads.selectFrom('image').select(['id', 'generation']).execute()
  return images.map(({ id, generation }) =>
    storage.locate(derivativeKey(id, generation!, 'display')),
  )
}

async function embedOurs(): Promise<void> {
  const { queued } = await reprocessEmbeddings(catalog, wanted.id, { ids })
  if (queued !== IMAGES) throw new Error(`${queued} images are to be embedded`)
  await jobs.drain()
}

async function embedBare(files: readonly string[]): Promise<void> {
  const done = once(bare, 'message')
  bare.send(files)
  await done
}

/** Measures images per CPU second of these processes. */
async function measure(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const read = async (): Promise<number> => {
    const costs = await Promise.all(pids.map(costOf))
    return costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  }
  const before = await read()
  await work()
  return IMAGES / ((await read()) - before)
}
