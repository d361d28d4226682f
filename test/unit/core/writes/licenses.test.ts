import { expect, test } from 'vitest'
import { requireUnusedLicense } from '../../../../src/core/writes/licenses.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'
import { recordPlans } from '../../../support/query-plans.ts'

test('finds the images of a license by an index', async () => {
  await using opened = await openTestCatalog()
  const { reads } = opened.catalog
  const { watched, plans } = recordPlans(reads)
  await requireUnusedLicense(watched(reads), 3)
  const [read] = await plans()
  expect(read?.plan).toContain('USING COVERING INDEX image_license (license_id=?)')
})
