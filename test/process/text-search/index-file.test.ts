import { expect, test } from 'vitest'
import { databasePath, textIndexPath } from '../../../src/core/storage/disk/data-folder.ts'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import { IndexFile } from '../../../src/core/resident/index/index-file.ts'
import {
  loadLiveTextIndex,
  type LiveTextIndex,
} from '../../../src/core/resident/text/live-text-index.ts'
import { saveTexts } from '../../../src/core/resident/text/saved-text-index.ts'
import { finish } from '../../../src/core/resident/index/work-loop.ts'
import { createImageMemory } from '../../../src/core/resident/columns/images.ts'
import { openTestCatalog } from '../../support/open-catalog.ts'

/** With fewer changed images, the index is not saved. */
const IMAGES = 1000

test('saves an index that was loaded again while the earlier one was saved', async () => {
  await using here = await openTestCatalog()
  const ids = Array.from({ length: IMAGES }, (_, n) => n + 1)
  await here.seed.images(await here.seed.collection(), ids)
  const db = openConnection({ file: databasePath(here.data), readonly: true })
  const file = new IndexFile<LiveTextIndex>({
    name: 'text index',
    path: textIndexPath(here.data),
    db,
    log: () => {},
    save: saveTexts,
  })
  const images = createImageMemory()
  const load = (): LiveTextIndex =>
    finish(loadLiveTextIndex(db, { images, file, limits: { maxBytes: 2 ** 32 }, log: () => {} }))
  const earlier = load()
  earlier.changedRows.append(ids)
  const saving = file.save(earlier)
  const live = load()
  await saving
  expect(file.isDue(live)).toBe(true)
  await file.save(live)
  expect(file.isDue(live)).toBe(false)
  db.close()
})
