import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databasePath } from '../../../../../src/core/storage/disk/data-folder.ts'
import { readExport } from '../../../../../src/core/queries/export/read-export.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'

const IMAGES = 900

test('an export has one state of the catalog, whatever is written meanwhile', async () => {
  await using opened = await openTestCatalog()
  const { catalog, data, seed } = opened
  const collection = await seed.collection()
  const ids = Array.from({ length: IMAGES }, (_, index) => index + 1)
  await seed.images(collection, ids)
  const exported: { id: number; title: string }[] = []
  const query = { list: 'images', filter: { visibility: 'public' }, withImage: false } as const
  const batches = readExport(
    { engine: 'sqlite' as const, file: databasePath(data), spatialite: null },
    query,
  )
  let number = 0
  for await (const { rows } of batches) {
    exported.push(...(rows as typeof exported))
    number += 1
    await catalog.write(async (tx) => {
      await sql`update image set title = ${`Changed ${number}`}`.execute(tx)
      await sql`delete from image where id = ${IMAGES - number}`.execute(tx)
      await sql`update collection set public = 0`.execute(tx)
    })
    await seed.images(collection, [IMAGES + number])
  }
  expect(number).toBeGreaterThan(2)
  expect(exported.map(({ id, title }) => [id, title])).toEqual(ids.map((id) => [id, `Image ${id}`]))
})
