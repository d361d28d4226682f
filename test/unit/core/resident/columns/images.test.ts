import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openConnection } from '../../../../../src/core/database/sqlite/connection.ts'
import {
  createImageMemory,
  openImages,
  type ImageMemory,
  type Images,
} from '../../../../../src/core/resident/columns/images.ts'
import {
  createThreadLock,
  releaseLock,
  withLock,
} from '../../../../../src/core/resident/columns/thread-lock.ts'
import { databasePath } from '../../../../../src/core/storage/disk/data-folder.ts'
import { openTestCatalog, type TestCatalog } from '../../../../support/open-catalog.ts'
import { runsOf } from '../../../../support/property-runs.ts'

const CREATORS = [null, 'Ada', 'Élise', 'Σίσυφος', 'ada byron']

const imageId = fc.integer({ min: 1, max: 30 })
const collection = fc.integer({ min: 1, max: 3 })

/** Adds or replaces an image, deletes one, or adds a collection. */
const events = fc.oneof(
  fc
    .tuple(imageId, collection, fc.constantFrom(...CREATORS))
    .map(([id, collection_id, creator]) => async ({ catalog, seed }: TestCatalog) => {
      await catalog.write((tx) => tx.deleteFrom('image').where('id', '=', id).execute())
      await seed.image({ id, collection_id, creator })
    }),
  imageId.map(
    (id) =>
      ({ catalog }: TestCatalog) =>
        catalog.write((tx) => tx.deleteFrom('image').where('id', '=', id).execute()),
  ),
  fc.constant(({ seed }: TestCatalog) => seed.collection()),
)

/** Lists what each creator's images and each collection's are. */
function describe(images: Images): unknown {
  const { rows, collections, creators } = images
  const ids = (filter: Partial<Parameters<Images['select']>[0]>) => {
    const all = collections.select({ visibility: 'everything' })
    const bitmap = images.select({ collections: all, ...filter })
    return [...rows.columns.id.subarray(0, rows.size)]
      .filter((_, row) => bitmap[row])
      .toSorted((a, b) => a - b)
  }
  return [
    ids({}),
    ...['a', 'é', 'σ'].map((creator) => ids({ creator })),
    ...[1, 2, 3].map((id) => {
      return ids({
        collections: collections.select({ visibility: 'everything', collections: [id] }),
      })
    }),
    Object.fromEntries(
      [...rows.columns.id.subarray(0, rows.size)].flatMap((id, row) =>
        rows.columns.flags[row] ? [[id, creators.getText(rows.columns.creator[row] ?? 0)]] : [],
      ),
    ),
  ]
}

test('threads that share memory see the same images, whichever includes a change', async () => {
  const steps = fc.array(fc.tuple(events, fc.constantFrom(0, 1, 2)), { maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await using here = await openTestCatalog()
      for (let n = 0; n < 3; n++) await here.seed.collection()
      for (let id = 10; id < 20; id++) await here.seed.image({ id, collection_id: 1 })
      await using connections = new AsyncDisposableStack()
      const open = (memory: ImageMemory): Images => {
        const db = openConnection({ file: databasePath(here.data), readonly: true })
        connections.defer(async () => void db.close())
        return openImages(db, memory)
      }
      const memory = createImageMemory()
      const threads = [open(memory), open(memory)]
      for (const [change, following] of all) {
        await change(here)
        const thread = threads[following] ?? open(memory)
        thread.follow()
        thread.collections.reload()
        expect(describe(thread)).toEqual(describe(open(createImageMemory())))
      }
    }),
    { numRuns: runsOf(20) },
  )
})

test('a thread that ended no longer has the lock', () => {
  const lock = createThreadLock()
  const [ended, other] = [7, 8]
  lock[0] = ended + 1
  releaseLock(lock, other)
  expect(lock[0]).toBe(ended + 1)
  releaseLock(lock, ended)
  expect(withLock(lock, () => withLock(lock, () => lock[0]))).toBeGreaterThan(0)
  expect(lock[0]).toBe(0)
})
