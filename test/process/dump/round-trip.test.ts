import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteSubject } from '../../../src/core/writes/subjects/remove-subject.ts'
import { setSubjects } from '../../../src/core/writes/feed/set-subjects.ts'
import { dumpCatalog } from '../../../src/core/dump/dump.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { findLicenseId } from '../../../src/core/queries/images/import-references.ts'
import { linesOf, SAMPLE, writeSampleDump } from '../../support/sample-dump.ts'
import { openTestCatalog } from '../../support/open-catalog.ts'

test('a dump that is loaded and dumped again has the same bytes and files', async () => {
  await using here = await openTestCatalog()
  const from = await writeSampleDump(join(here.folder, 'from'))
  const to = join(here.folder, 'to')
  const loaded = await loadDump(here.catalog, from, { acceptStaff: true })
  const dumped = await dumpCatalog(here.catalog, to, { files: true })
  expect(loaded).toEqual({ counts: dumped, staff: 1 })
  expect(loaded.counts).toMatchObject({
    catalog: 1,
    user: 2,
    image: 3,
    subject_change: 3,
    comment: 1,
    hidden_comment: 2,
    audit: 2,
    change: 7,
  })
  expect(await readFile(join(to, 'catalog.ndjson'), 'utf8')).toBe(linesOf(SAMPLE))
  expect(await readFile(join(to, 'files/images/11.jpg'))).toEqual(
    await readFile(join(from, 'files/images/11.jpg')),
  )
  expect((await readdir(to)).sort()).toEqual(['catalog.ndjson', 'files'])
})

test('a former contributor and a suspension are loaded and dumped again', async () => {
  await using here = await openTestCatalog()
  const former = { type: 'user', id: -1, username: 'former contributor', is_staff: false }
  const [first, ...others] = SAMPLE
  const users = others.filter(({ type }) => type === 'user')
  const lines = linesOf([
    first!,
    { ...former, created_at: '2026-03-01T12:00:00.000000Z' },
    ...users,
    {
      type: 'suspension',
      user: 7,
      suspended_by: 1,
      suspended_at: users[0]!.created_at,
      reason: 'Jokes.',
    },
    ...others
      .slice(users.length)
      .map((line) => (line.type === 'comment' ? { ...line, commented_by: -1 } : line)),
  ])
  const from = await writeSampleDump(join(here.folder, 'from'), { lines })
  const to = join(here.folder, 'to')
  await loadDump(here.catalog, from, { acceptStaff: true })
  await dumpCatalog(here.catalog, to, { files: true })
  expect(await readFile(join(to, 'catalog.ndjson'), 'utf8')).toBe(lines)
  expect(
    (await here.catalog.reads.selectFrom('suspension').select('user_id').execute())[0],
  ).toEqual({ user_id: 7 })
})

test('licenses whose names differ only in the dot of a capital I are loaded and dumped again', async () => {
  await using here = await openTestCatalog()
  await using other = await openTestCatalog()
  // As the migration of an earlier version leaves them.
  const folded = { İI: 'ii', Iİ: 'ii̇', BİL: 'bi̇l', bil: 'bil', İL: 'il' }
  const names = Object.keys(folded)
  for (const [name, name_folded] of Object.entries(folded)) {
    await here.seed.license({ name, name_folded })
  }
  const [first, second] = [join(here.folder, 'first'), join(here.folder, 'second')]
  await dumpCatalog(here.catalog, first, { files: false })
  await loadDump(other.catalog, first, { acceptStaff: true })
  await dumpCatalog(other.catalog, second, { files: false })
  const text = await readFile(join(first, 'catalog.ndjson'), 'utf8')
  expect(await readFile(join(second, 'catalog.ndjson'), 'utf8')).toBe(text)
  const { reads } = other.catalog
  const ids = [...names, 'ii', 'Bil', 'il'].map((name) => findLicenseId(reads, name))
  expect(await Promise.all(ids)).toEqual([1, 2, 3, 4, 5, 1, 4, 5])
})

test('loads a dump of version 1, and dumps it as version 2', async () => {
  await using here = await openTestCatalog()
  const later = ['suspension', 'hidden_comment', 'flag', 'skip', 'audit', 'change']
  const lines = SAMPLE.filter(({ type }) => !later.includes(type as string))
  const [from, to] = [join(here.folder, 'from'), join(here.folder, 'to')]
  await writeSampleDump(from, { lines: linesOf([{ ...lines[0], version: 1 }, ...lines.slice(1)]) })
  await loadDump(here.catalog, from, { acceptStaff: true })
  await dumpCatalog(here.catalog, to, { files: true })
  // What is public changes when it is loaded.
  const dumped = await readFile(join(to, 'catalog.ndjson'), 'utf8')
  expect(dumped.slice(0, dumped.indexOf('{"type":"change"'))).toBe(linesOf(lines))
  expect(dumped.match(/"type":"change"/gv)).toHaveLength(6)
})

test('no new comment gets the id of a hidden one', async () => {
  await using here = await openTestCatalog()
  const from = await writeSampleDump(join(here.folder, 'from'))
  await loadDump(here.catalog, from, { acceptStaff: true })
  expect(await here.seed.comment(12, { commented_by: 7 })).toBe(44)
})

test('a dump contains lines and points, and what users did with a deleted subject', async () => {
  await using here = await openTestCatalog()
  await using other = await openTestCatalog()
  const { catalog, seed, clock } = here
  const user = await seed.user()
  const image = await seed.image()
  const kept = await seed.subject({ slug: 'kept' })
  const gone = await seed.subject({ slug: 'gone' })
  const shapes = {
    'way/-1': {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    },
    'relation/2': {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
        [
          [5, 5],
          [6, 6],
        ],
      ],
    },
    'node/3': { type: 'Point', coordinates: [1, 1] },
  }
  for (const [id, shape] of Object.entries(shapes)) {
    await seed.outline(kept, id, JSON.stringify(shape))
  }
  const tagging = { imageId: image, userId: user, now: clock.now() }
  await catalog.write((tx) => setSubjects(tx, ['gone'], tagging))
  const context = { actor: { userId: user }, now: clock.now() }
  await catalog.write((tx) => deleteSubject(tx, { id: gone, untag: true }, context))
  const [first, second] = [join(here.folder, 'first'), join(here.folder, 'second')]
  await dumpCatalog(catalog, first, { files: true })

  await loadDump(other.catalog, first, { acceptStaff: true })
  await dumpCatalog(other.catalog, second, { files: true })
  const text = await readFile(join(first, 'catalog.ndjson'), 'utf8')
  expect(await readFile(join(second, 'catalog.ndjson'), 'utf8')).toBe(text)
  for (const shape of Object.values(shapes)) expect(text).toContain(JSON.stringify(shape))
  const feed = (of: typeof catalog) =>
    of.reads
      .selectFrom('activity_event')
      .select(['type', 'timestamp', 'subject_id', 'action', 'public_count'])
      .orderBy('timestamp')
      .execute()
  expect(await feed(other.catalog)).toEqual(await feed(catalog))
  expect(await feed(catalog)).toMatchObject([{ subject_id: gone, action: 'added' }])
  expect(await other.seed.subject({ slug: 'new' })).toBe(gone + 1)
})
