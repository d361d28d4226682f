import { expect, test } from 'vitest'
import { rebuildActivity } from '../../../../src/core/writes/feed/rebuild.ts'
import type { Reads } from '../../../../src/core/database/store.ts'
import { askDatabase } from '../../../../src/core/queries/lists/ask-database.ts'
import { EVENT_TYPES } from '../../../../src/core/model/event-types.ts'
import { listActivity } from '../../../../src/core/queries/feed/activity.ts'
import { listCollections } from '../../../../src/core/queries/sources/collections.ts'
import { getImage, listImages } from '../../../../src/core/queries/images/images.ts'
import { listContributors } from '../../../../src/core/queries/people/contributors.ts'
import { listAreas, listPoints } from '../../../../src/core/queries/places/georeferences.ts'
import { getPresentedImage } from '../../../../src/core/queries/images/presentation-image.ts'
import { listSubjects } from '../../../../src/core/queries/subjects/subjects.ts'
import { parseBox } from '../../../../src/core/model/geometry/box.ts'
import { listSources } from '../../../../src/core/queries/sources/sources.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'
import { createSeed } from '../../../support/seed.ts'

const FIRST_PAGE = { number: 1, size: 50 }

const withLists = (reads: Reads) => ({ reads, lists: { ask: askDatabase(reads) } })

/** Counts the statements of a read. */
async function statementsOf(reads: Reads, read: (counted: Reads) => Promise<unknown>) {
  let statements = 0
  const counted = reads.withPlugin({
    transformQuery: ({ node }) => node,
    // Counts executed queries only: parts of a query are transformed, too.
    async transformResult({ result }) {
      statements += 1
      return result
    },
  })
  await read(counted)
  return statements
}

test('a read runs the same number of statements for any number of rows', async () => {
  await using here = await openTestCatalog()
  const seed = createSeed(here)
  const { reads } = here.catalog
  const byId = { field: 'order', descending: true } as const
  const byName = { field: 'name', descending: false } as const
  const byTitle = { field: 'title', descending: false } as const
  const byUsername = { field: 'username', descending: false } as const
  const byTime = { field: 'georeferenced_at', descending: true } as const
  const box = parseBox('0,0,90,90')
  const first = await seed.image({ from_above: 1 })
  await seed.area(first)
  const contribute = async (): Promise<void> => {
    await seed.comment(first)
    await seed.validation({ image: first, point: await seed.point(first) })
    const [subject, user] = [await seed.subject(), await seed.user()]
    await seed.tag(first, subject)
    const history = { action: 'added', image_id: first, subject_id: subject } as const
    await here.catalog.write(async (tx) => {
      const changed_at = here.clock.now()
      await tx
        .insertInto('subject_change')
        .values({ ...history, changed_by: user, changed_at })
        .execute()
      await rebuildActivity(tx)
    })
  }
  await contribute()
  const count = async () => ({
    images: await statementsOf(reads, (counted) =>
      listImages(withLists(counted), { visibility: 'public' }, [byId], FIRST_PAGE),
    ),
    sources: await statementsOf(reads, (counted) =>
      listSources(counted, { visibility: 'public' }, [byName], FIRST_PAGE),
    ),
    collections: await statementsOf(reads, (counted) =>
      listCollections(counted, { visibility: 'public' }, [byName], FIRST_PAGE),
    ),
    subjects: await statementsOf(reads, (counted) =>
      listSubjects(counted, { visibility: 'public' }, [byTitle], FIRST_PAGE),
    ),
    users: await statementsOf(reads, (counted) =>
      listContributors(counted, 'public', [byUsername], FIRST_PAGE),
    ),
    points: await statementsOf(reads, (counted) =>
      listPoints(withLists(counted), { visibility: 'public', box }, [byTime], FIRST_PAGE),
    ),
    areas: await statementsOf(reads, (counted) =>
      listAreas(withLists(counted), { visibility: 'public', box }, [byTime], FIRST_PAGE),
    ),
    image: await statementsOf(reads, (counted) => getImage(counted, first, 'public')),
    manifest: await statementsOf(reads, (counted) => getPresentedImage(counted, first, 'public')),
    activity: await statementsOf(reads, (counted) =>
      listActivity(counted, { types: EVENT_TYPES, limit: 100 }),
    ),
  })
  const little = await count()
  for (let n = 0; n < 5; n++) {
    await seed.image()
    await contribute()
  }
  expect(await count()).toEqual(little)
  expect(little).toEqual({
    images: 3,
    sources: 5,
    collections: 4,
    subjects: 3,
    users: 3,
    points: 4,
    areas: 4,
    // Of each kind of contribution, the sizes are read before the rows.
    image: 7,
    manifest: 4,
    activity: 1,
  })
})
