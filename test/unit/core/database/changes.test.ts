import { expect, test } from 'vitest'
import type { NewRow } from '../../../../src/core/database/tables.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'

test('logs the image of every change of a text that search finds, and of its tags', async () => {
  await using here = await openTestCatalog()
  const { catalog, seed } = here
  const image = await seed.image()
  const subject = await seed.subject()
  const comment = await seed.comment(image)
  const point = await seed.point(image)
  const area = await seed.area(image)
  const kindsOf = async (change: () => Promise<unknown>): Promise<string[]> => {
    const newest = await catalog.reads
      .selectFrom('change')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
    await change()
    const rows = await catalog.reads
      .selectFrom('change')
      .select('kind')
      .where('seq', '>', newest.seq)
      .where('ref', '=', image)
      .execute()
    return rows.map(({ kind }) => kind)
  }
  const annotate = (table: 'georeference' | 'from_above_georeference', id: number) =>
    catalog.write((tx) =>
      tx
        .updateTable(table as 'georeference')
        .set({ confidence_notes: 'Seen from the tower.' } satisfies Partial<NewRow<'georeference'>>)
        .where('id', '=', id)
        .execute(),
    )
  expect(await kindsOf(() => seed.change(image, { title: 'A bridge' }))).toContain('image')
  expect(await kindsOf(() => seed.change(image, { description: 'Of iron.' }))).toContain('text')
  expect(await kindsOf(() => seed.comment(image))).toContain('text')
  expect(await kindsOf(() => seed.delete('comment', comment))).toContain('text')
  expect(await kindsOf(() => annotate('georeference', point))).toContain('text')
  expect(await kindsOf(() => annotate('from_above_georeference', area))).toContain('text')
  expect(await kindsOf(() => seed.tag(image, subject))).toContain('tags')
  expect(await kindsOf(() => seed.untag(image, subject))).toContain('tags')
})
