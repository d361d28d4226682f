import { expect, test } from 'vitest'
import { listHistory } from '../../../../../src/core/queries/audit/history.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'
import { recordPlans } from '../../../../support/query-plans.ts'

test.each([
  [{ userId: 3 }, ['audit_entry_by (user_id=? AND id<?)', 'audit_entry_of (']],
  [{ imageId: 3 }, ['audit_entry_of (', 'audit_entry_of_image (<expr>=? AND id<?)']],
])('reads the history of %j in the order of indexes', async (filter, indexes) => {
  await using opened = await openTestCatalog()
  const { reads } = opened.catalog
  const { watched, plans } = recordPlans(reads)
  await listHistory(watched(reads), { ...filter, beforeId: 100 }, 51)
  const read = await plans()
  expect(read).toHaveLength(2)
  for (const [at, { plan }] of read.entries()) {
    expect(plan).toContain(`SEARCH audit_entry USING INDEX ${indexes[at]}`)
    expect(plan).not.toContain('TEMP B-TREE')
  }
})
