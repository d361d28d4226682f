import { expect, test } from 'vitest'
import { selectChangedSince } from '../../../../../src/core/queries/changes/changed-since.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'
import { recordPlans } from '../../../../support/query-plans.ts'

test('finds the images that changed lately by the index of the times', async () => {
  await using opened = await openTestCatalog()
  const { reads } = opened.catalog
  const { watched, plans } = recordPlans(reads)
  await selectChangedSince(watched(reads), 'image', 5).execute()
  const [read] = await plans()
  expect(read?.plan).toContain('(changed_at>?)')
})
