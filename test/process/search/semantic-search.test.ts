import { expect, test } from 'vitest'
import { TINY_SIGLIP } from '../../../fixtures/generator/models/tiny-siglip.ts'
import { chooseModel } from '../../../src/core/writes/chosen-model.ts'
import { updateEmbeddingModels } from '../../../src/core/jobs/embedding-models.ts'
import type { PageRequest } from '../../../src/core/model/page.ts'
import { findAnsweringModel } from '../../../src/core/queries/images/embeddings.ts'
import { listImageIds } from '../../../src/core/queries/lists/images.ts'
import type { SearchFilter } from '../../../src/core/queries/searches/search-filter.ts'
import type { SemanticPage } from '../../../src/core/queries/searches/semantic-search.ts'
import { decodeVector } from '../../../src/core/model/vectors/vector-encoding.ts'
import { storeEmbedding, useModelFixture } from '../../support/embedding-models.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { readRows } from '../../support/rows.ts'
import { numbersFrom } from '../../support/seeded-numbers.ts'
import { hostContext } from '../../support/host-context.ts'

const { signal } = new AbortController()
const ALL = { number: 1, size: 100_000 }

const find = ({ catalog }: TestCatalog, text: string, filter: SearchFilter = {}, page = ALL) =>
  catalog.semanticSearch.find({ text, filter, page }, 'client', signal)

const findSimilar = (
  { catalog }: TestCatalog,
  imageId: number,
  filter: SearchFilter = {},
  page: PageRequest = ALL,
) =>
  catalog.semanticSearch.findSimilar({ imageId, duplicateOf: null, filter, page }, 'client', signal)

/** Ranks without an index: reads every embedding from the database, and compares it. */
async function rank(
  opened: TestCatalog,
  query: Float32Array,
  {
    filter = {},
    page = ALL,
    excluded = 0,
  }: { filter?: SearchFilter; page?: PageRequest; excluded?: number },
): Promise<SemanticPage> {
  const { reads } = opened.catalog
  const { ids } = await listImageIds(reads, { visibility: 'public', ...filter }, [], ALL)
  const duplicates = (await readRows(opened, 'image')).filter(
    (image) => image.duplicate_of !== null,
  )
  const hidden = new Set([excluded, ...duplicates.map(({ id }) => id)])
  const selected = new Set(ids.filter((id) => !hidden.has(id)))
  const hits = (await readRows(opened, 'embedding'))
    .filter(({ image_id }) => selected.has(image_id))
    .map(({ image_id: imageId, vector }) => {
      const products = decodeVector(vector).map((value, at) => value * query[at]!)
      return { imageId, similarity: products.reduce((sum, value) => sum + value, 0) }
    })
    .toSorted((a, b) => b.similarity - a.similarity || a.imageId - b.imageId)
  const start = (page.number - 1) * page.size
  return { hits: hits.slice(start, start + page.size), count: hits.length }
}

function expectSame(found: SemanticPage, expected: SemanticPage): void {
  expect(found.count).toBe(expected.count)
  expect(found.hits.map(({ imageId }) => imageId)).toEqual(
    expected.hits.map(({ imageId }) => imageId),
  )
  for (const [at, { similarity }] of found.hits.entries())
    expect(similarity).toBeCloseTo(expected.hits[at]!.similarity, 5)
}

const below = numbersFrom(7)
const EQUAL = Array.from({ length: TINY_SIGLIP.dimension }, () => 1)
const randomVector = () => Array.from({ length: TINY_SIGLIP.dimension }, () => below(2000) - 1000)

test('finds what comparing all embeddings finds, on every page, with every filter, after every change', async () => {
  await using opened = await openTestCatalog()
  const { seed, catalog } = opened
  await useModelFixture(opened, 'first')
  const collections = [
    await seed.collection(),
    await seed.collection(),
    await seed.collection({ public: 0 }),
  ]
  const subject = await seed.subject({ kb_id: 'Q1' })
  const images: number[] = []
  const add = async () => {
    const collection_id = collections[below(3)]!
    const fuzzy_from = below(2) ? -20_000 + below(20_000) : null
    const dates = { fuzzy_from, fuzzy_to: fuzzy_from && fuzzy_from + 400 }
    const duplicate_of = images.length > 0 && below(5) === 0 ? images[0]! : null
    const id = await seed.image({ collection_id, duplicate_of, ...dates })
    images.push(id)
    if (below(4) > 0) await storeEmbedding(opened, id, below(3) ? randomVector() : EQUAL)
    if (below(3) === 0) await seed.point(id)
    if (below(3) === 0) await seed.tag(id, subject)
  }
  for (let n = 0; n < 40; n++) await add()
  const changes = [
    add,
    () => storeEmbedding(opened, images[below(images.length)]!, randomVector()),
    () => seed.change(images[below(images.length)]!, { collection_id: collections[below(3)]! }),
    () => seed.setPublic('collection', collections[below(3)]!, below(2) === 0),
    () =>
      seed.change(images[1 + below(images.length - 1)]!, {
        duplicate_of: below(2) ? images[0]! : null,
      }),
    async () => {
      if (images.length > 2)
        await seed.delete('image', images.splice(1 + below(images.length - 1), 1)[0])
    },
  ]
  const filters: SearchFilter[] = [
    {},
    { georeferenced: true },
    { collections: [collections[0]!, collections[2]!] },
    { subjects: { ids: [], kbIds: ['Q1'] } },
    { yearMin: 1930, yearMax: 1950 },
    { sources: [999] },
  ]
  const embedder = await catalog.embedders.open((await findAnsweringModel(catalog.reads))!)
  for (let n = 0; n < 60; n++) {
    await changes[below(changes.length)]!()
    const filter = filters[below(filters.length)]!
    const page = below(2) ? ALL : { number: 1 + below(4), size: 1 + below(10) }
    const text = ['a bridge', 'the river', 'a church'][below(3)]!
    const query = await embedder.embedText(text)
    expectSame(await find(opened, text, filter, page), await rank(opened, query, { filter, page }))
    const embedded = await readRows(opened, 'embedding')
    const { image_id, vector } = embedded[below(embedded.length)]!
    expectSame(
      await findSimilar(opened, image_id, filter, page),
      await rank(opened, decodeVector(vector), { filter, page, excluded: image_id }),
    )
  }
})

test('searches the embeddings of the former model until the chosen one is ready', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  const [one, two] = [await opened.seed.image(), await opened.seed.image()]
  await storeEmbedding(opened, one, randomVector())
  expect(await find(opened, 'a bridge')).toMatchObject({ hits: [{ imageId: one }] })
  await useModelFixture(opened, 'second')
  expect(await find(opened, 'a bridge')).toMatchObject({ hits: [{ imageId: one }] })
  await updateEmbeddingModels(opened.catalog, { isImmediate: true })
  expect(await find(opened, 'a bridge')).toEqual({ hits: [], count: 0 })
  await storeEmbedding(opened, two, randomVector())
  expect(await find(opened, 'a bridge')).toMatchObject({ hits: [{ imageId: two }] })
  await expect(findSimilar(opened, one)).rejects.toMatchObject({ kind: 'conflict' })
  await opened.catalog.write((tx) => chooseModel(tx, null, hostContext(opened.clock)))
  await expect(findSimilar(opened, two)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('catalog model fetch'),
  })
})

test('limits the searches of one client, and stops those of clients that are gone', async () => {
  await using opened = await openTestCatalog()
  await useModelFixture(opened, 'first')
  await storeEmbedding(opened, await opened.seed.image(), randomVector())
  const searches = Array.from({ length: 10 }, (_, n) => find(opened, `text ${n}`))
  const outcomes = await Promise.allSettled(searches)
  const failed = outcomes.filter(({ status }) => status === 'rejected')
  expect(failed).toHaveLength(2)
  expect(failed[0]).toMatchObject({
    reason: { kind: 'unavailable', details: { retryAfterSeconds: 5 } },
  })
  const gone = AbortSignal.abort(new Error('gone'))
  const query = { text: 'a bridge', filter: {}, page: ALL }
  await expect(opened.catalog.semanticSearch.find(query, 'client', gone)).rejects.toThrow('gone')
  expect(await find(opened, 'a bridge')).toMatchObject({ count: 1 })
})
