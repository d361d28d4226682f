import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateEmbeddingModels } from '../../../src/core/jobs/embedding-models.ts'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { databasePath, vectorIndexPath } from '../../../src/core/storage/disk/data-folder.ts'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import { findRow } from '../../../src/core/resident/columns/rows.ts'
import type { SemanticPage } from '../../../src/core/queries/searches/semantic-search.ts'
import {
  loadLiveVectorIndex,
  type LiveVectorIndex,
} from '../../../src/core/resident/vectors/live-vector-index.ts'
import { saveVectors } from '../../../src/core/resident/vectors/saved-vectors.ts'
import { encodeVector } from '../../../src/core/model/vectors/vector-encoding.ts'
import { IndexFile } from '../../../src/core/resident/index/index-file.ts'
import { finish } from '../../../src/core/resident/index/work-loop.ts'
import { createImageMemory } from '../../../src/core/resident/columns/images.ts'
import { storeEmbedding, useModelFixture } from '../../support/embedding-models.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { numbersFrom } from '../../support/seeded-numbers.ts'
import { createTestLog } from '../../support/test-log.ts'

/** With fewer images, the codes are not saved. */
const IMAGES = 1000
const DIMENSION = 16
/** All that follows is compared with it. */
const IMAGE = 7

const { signal } = new AbortController()

/** Opens a catalog whose images all have an embedding. */
async function openEmbedded(): Promise<TestCatalog> {
  const here = await openTestCatalog()
  await useModelFixture(here, 'first')
  const ids = Array.from({ length: IMAGES }, (_, n) => n + 1)
  await here.seed.images(await here.seed.collection(), ids)
  const below = numbersFrom(5)
  await here.catalog.write(async (tx) => {
    for (const image_id of ids) {
      const vector = Float32Array.from({ length: DIMENSION }, () => below(2001) - 1000)
      const length = Math.hypot(...vector)
      await tx
        .insertInto('embedding')
        .values({
          image_id,
          model_id: 1,
          picture: 'x',
          vector: encodeVector(vector.map((value) => value / length)),
        })
        .execute()
    }
  })
  return here
}

function find({ catalog }: Pick<TestCatalog, 'catalog'>): Promise<SemanticPage> {
  const page = { number: 1, size: IMAGES }
  const query = { imageId: IMAGE, duplicateOf: null, filter: {}, page }
  return catalog.semanticSearch.findSimilar(query, 'client', signal)
}

interface Search {
  log: string
  found: SemanticPage
}

/** Opens the catalog again, searches, and closes it. Returns also how the codes were loaded. */
async function searchAgain({ catalog: { config, secrets }, clock }: TestCatalog): Promise<Search> {
  const { log, lines } = createTestLog()
  let found: SemanticPage
  {
    await using catalog = await openCatalog(config, secrets, { clock, log })
    found = await find({ catalog })
  }
  return { log: lines.join(''), found }
}

/** Searches without the saved codes. */
async function searchWithoutFile(here: TestCatalog): Promise<SemanticPage> {
  await rm(vectorIndexPath(here.data), { recursive: true, force: true })
  return (await searchAgain(here)).found
}

test('restores the codes that were saved when the catalog was closed, and includes later changes', async () => {
  await using here = await openEmbedded()
  const first = await searchAgain(here)
  expect(first.log).toContain('loaded 0 saved embeddings and 1000 others')
  expect(first.found.hits).toHaveLength(IMAGES - 1)
  expect((await stat(vectorIndexPath(here.data))).mode & 0o777).toBe(0o600)
  await storeEmbedding(here, 3, [1])
  await here.catalog.write((tx) => tx.deleteFrom('image').where('id', '=', 5).execute())
  const id = await here.seed.image({ id: 5000, collection_id: 1 })
  await storeEmbedding(here, id, [0, 1])
  const again = await searchAgain(here)
  expect(again.log).toContain('loaded 998 saved embeddings and 2 others')
  expect(again.found).toEqual(await searchWithoutFile(here))
  expect(again.found.count).toBe(IMAGES - 1)
})

test('saves the codes while the catalog is open', async () => {
  await using here = await openEmbedded()
  await find(here)
  await expect.poll(() => existsSync(vectorIndexPath(here.data))).toBe(true)
})

test('reads the embeddings again if the database was restored, and has others with the same numbers', async () => {
  await using here = await openEmbedded()
  const file = databasePath(here.data)
  const backup = `${here.folder}/backup.sqlite`
  await sql`vacuum into ${backup}`.execute(here.catalog.reads as never)
  const [one, two] = [await here.seed.image({ id: 5000 }), await here.seed.image({ id: 5001 })]
  await storeEmbedding(here, one, [1])
  await storeEmbedding(here, two, [0, 1])
  await searchAgain(here)
  await here.catalog[Symbol.asyncDispose]()
  for (const part of ['', '-wal', '-shm']) await rm(file + part, { force: true })
  await copyFile(backup, file)
  const { log, found } = await searchAgain(here)
  expect(log).toContain('it belongs to another state of the database')
  expect(log).toContain('loaded 0 saved embeddings and 1000 others')
  expect(found).toEqual(await searchWithoutFile(here))
})

test('includes embeddings that are stored while the saved ones are restored', async () => {
  await using here = await openEmbedded()
  await here.seed.image({ id: 5000, collection_id: 1 })
  await searchAgain(here)
  const db = openConnection({ file: databasePath(here.data), readonly: true })
  const path = vectorIndexPath(here.data)
  const options = { name: 'index', path, db, log: () => {}, save: saveVectors }
  const file = new IndexFile<LiveVectorIndex>(options)
  const loading = loadLiveVectorIndex(db, {
    images: createImageMemory(),
    file,
    limits: { maxBytes: 2 ** 32 },
    log: () => {},
  })
  // Loads the images.
  loading.next()
  await here.seed.image({ id: 4000, collection_id: 1 })
  await storeEmbedding(here, 4000, [1])
  // Reads which embeddings there are.
  loading.next()
  await storeEmbedding(here, 3, [1])
  await storeEmbedding(here, 5000, [1])
  const { images, vectors } = finish(loading)
  const rows = [4000, 3, 5000].map((id) => findRow(images.rows, id)!)
  const found = vectors!.read(Uint32Array.from(rows))
  db.close()
  expect(found.map((vector) => vector?.[0])).toEqual([1, 1, 1])
})

test('reads the embeddings again if another model has the same number', async () => {
  await using here = await openEmbedded()
  await searchAgain(here)
  // A restored backup may lack the former model.
  await here.catalog.write((tx) =>
    tx.updateTable('embedding_model').set({ key: 'other' }).execute(),
  )
  const { log } = await searchAgain(here)
  expect(log).toContain('it belongs to another model')
  expect(log).toContain('loaded 0 saved embeddings and 1000 others')
})

test('reads the embeddings again if the file is damaged or of another model, or cannot be read', async () => {
  await using here = await openEmbedded()
  const { found } = await searchAgain(here)
  const path = vectorIndexPath(here.data)
  const content = await readFile(path)
  content[content.length >> 1]! ^= 1
  await writeFile(path, content)
  const damaged = await searchAgain(here)
  expect(damaged.log).toContain('building the index of embeddings again')
  expect(damaged.log).toContain('it is damaged')
  expect(damaged.found).toEqual(found)
  expect((await searchAgain(here)).log).toContain('loaded 1000 saved embeddings and 0 others')
  await rm(path)
  await mkdir(`${path}/folder`, { recursive: true })
  const unreadable = await searchAgain(here)
  expect(unreadable.log).toContain('the index of embeddings cannot be saved')
  expect(unreadable.found).toEqual(found)
  await rm(dirname(path), { recursive: true })
  await searchAgain(here)
  await useModelFixture(here, 'second')
  await updateEmbeddingModels(here.catalog, { isImmediate: true })
  await storeEmbedding(here, IMAGE, [1])
  const changed = await searchAgain(here)
  expect(changed.log).toContain('it belongs to another model')
  expect(changed.found).toEqual({ hits: [], count: 0 })
})
