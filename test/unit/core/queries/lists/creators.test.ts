import { expect, test } from 'vitest'
import { createCreatorSearch } from '../../../../../src/core/queries/lists/creators.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'
import { recordPlans } from '../../../../support/query-plans.ts'

test('finds creators by reading all images once, and again after a change', async () => {
  await using here = await openTestCatalog()
  const [ada, byron] = [
    await here.seed.image({ creator: 'Ada' }),
    await here.seed.image({ creator: 'Ada Byron' }),
  ]
  await here.seed.image({
    creator: 'Byron',
    collection_id: await here.seed.collection({ public: 0 }),
  })
  const { watched, plans } = recordPlans(here.catalog.reads)
  const search = createCreatorSearch(watched(here.catalog.reads))
  const find = (...words: string[]) =>
    search({ words: words.map((word) => [word] as const), offset: 0, limit: 10 })
  expect(
    await Promise.all([find('ada'), find('byron'), find('byron', 'ada'), find('byro')]),
  ).toEqual([
    { images: [ada, byron], count: 2 },
    { images: [byron], count: 1 },
    { images: [byron], count: 1 },
    { images: [], count: 0 },
  ])
  const added = await here.seed.image({ creator: 'Byron' })
  expect(await find('byron')).toEqual({ images: [byron, added], count: 2 })
  const lists = (await plans()).filter(({ text }) => text.includes('creator_folded'))
  expect(lists).toHaveLength(2)
})
