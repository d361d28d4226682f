import { afterAll, expect, test } from 'vitest'
import { auditChange, readState } from '../../src/core/audit/audit-row.ts'
import type { AuditedTable } from '../../src/core/audit/audit-vocabulary.ts'
import { listAuditEntries } from '../../src/core/queries/audit/audit.ts'
import { revertChange } from '../../src/core/writes/revert/revert-change.ts'
import { hostContext } from '../support/host-context.ts'
import { openTestCatalog } from '../support/open-catalog.ts'

const here = await openTestCatalog()
afterAll(() => here[Symbol.asyncDispose]())
const { catalog, clock, seed } = here

const user = await seed.user()
const image = await seed.image()
const point = await seed.point(image)
const subject = await seed.subject()
await seed.outline(subject, 'way/1')
const flag = { image_id: image, reason: 'date', flagged_by: user, flagged_at: 0 } as const
await catalog.write((tx) => tx.insertInto('flag').values(flag).execute())

const FIXED = 'is never changed'
const ON_HOST = 'only commands on the host and sign-ins change it'
const BY_JOBS = 'only jobs change it'
const REPLACED = 'only a new file changes it, and the previous file is deleted'
const ANNOUNCED = 'an announcement is made once'
const WITH_SUBJECT = 'is recorded as a change of its subject'

interface Audited {
  id: number
  /** Other values of the columns that moderators change. */
  changes?: Record<string, unknown>
  /** The other columns that the audit log records, by the reason why no change of them is reverted. */
  others: Record<string, readonly string[]>
}

const OTHER = { name: 'Other', slug: 'other', url: 'https://other.example/', description: 'Other.' }

/** A row of every table whose rows the audit log records. */
const AUDITED: Record<AuditedTable, Audited> = {
  user: {
    id: user,
    others: { [FIXED]: ['id', 'created_at'], [ON_HOST]: ['username', 'is_staff'] },
  },
  license: {
    id: await seed.license(),
    changes: { name: 'other', display_name: 'Other', permalink: 'https://other.example/' },
    others: { [FIXED]: ['id'] },
  },
  source: {
    id: await seed.source(),
    changes: { ...OTHER, public: 0 },
    others: { [FIXED]: ['id'] },
  },
  collection: {
    id: await seed.collection(),
    changes: { ...OTHER, public: 0, source_id: await seed.source() },
    others: { [FIXED]: ['id'], [ANNOUNCED]: ['announced_at', 'announced_by'] },
  },
  subject: {
    id: subject,
    changes: {
      title: 'Other',
      slug: 'other',
      description: 'Other.',
      kb_id: 'Q7',
      kb_uri: 'http://www.wikidata.org/entity/Q7',
      kb_title: 'Other',
      kb_description: 'other',
    },
    others: { [FIXED]: ['id'] },
  },
  subject_geometry: {
    id: 1,
    others: { [FIXED]: ['id', 'subject_id'], [WITH_SUBJECT]: ['map_id', 'geometry'] },
  },
  image: {
    id: await seed.image({ position: -3 }),
    changes: {
      collection_id: await seed.collection(),
      title: 'Other',
      original_date: 'about 1906',
      edtf_date: '1906~',
      original_url: 'https://other.example/',
      description: 'Other.',
      creator: 'Other',
      reference_id: 'B-2',
      archive_position: '52.5, 13.4, 90',
      license_id: await seed.license(),
      scale: '1:500',
      rotation: 90,
      mirror: 'h',
      from_above: 1,
      will_not_georef: 1,
      duplicate_of: image,
      position: 7,
    },
    others: {
      [FIXED]: ['id', 'created_at', 'created_by'],
      [REPLACED]: ['file_version', 'file_type', 'file_sha256', 'file_size'],
      [BY_JOBS]: ['camera', 'captured_on', 'gps_position'],
    },
  },
  georeference: {
    id: point,
    others: {
      [FIXED]: [
        'id',
        'image_id',
        'latitude',
        'longitude',
        'direction',
        'confidence',
        'confidence_notes',
        'user_id',
        'created_at',
      ],
    },
  },
  from_above_georeference: {
    id: await seed.area(image),
    others: {
      [FIXED]: [
        'id',
        'image_id',
        'polygon',
        'confidence',
        'confidence_notes',
        'user_id',
        'created_at',
      ],
    },
  },
  validation: {
    id: await seed.validation({ image, point }),
    changes: { validation: 'incorrect', notes: 'Other.', validated_at: 7 },
    others: {
      [FIXED]: ['id', 'image_id', 'georeference_id', 'from_above_georeference_id', 'validated_by'],
    },
  },
  comment: {
    id: await seed.comment(image),
    others: { [FIXED]: ['id', 'image_id', 'text', 'commented_by', 'created_at'] },
  },
  flag: {
    id: 1,
    changes: { resolved_at: 7 },
    others: {
      [FIXED]: ['id', 'image_id', 'reason', 'text', 'flagged_by', 'flagged_at'],
      'changes with resolved_at': ['resolved_by'],
    },
  },
}

const tables = Object.entries(AUDITED).map(([table, audited]) => ({
  table: table as AuditedTable,
  ...audited,
}))
const changes = tables.flatMap(({ table, id, changes = {} }) =>
  Object.entries(changes).map(([column, value]) => ({ table, id, column, value })),
)

test.each(tables)(
  'every column of $table that the audit log records can be reverted, or there is a reason',
  async ({ table, id, changes = {}, others }) => {
    const recorded = await catalog.write((tx) => readState(tx, { table, id }))
    const known = [...Object.keys(changes), ...Object.values(others).flat()]
    expect(known.toSorted()).toEqual(Object.keys(recorded ?? {}).toSorted())
  },
)

test.each(changes)('reverts a change of $column of a row of $table', async (change) => {
  const { table, id, column, value } = change
  const context = hostContext(clock)
  const read = () => catalog.write((tx) => readState(tx, { table, id }))
  const before = await read()
  await catalog.write((tx) =>
    auditChange(tx, context, { table, id, action: `${table}.edit` }, () =>
      tx
        .updateTable(table as 'image')
        .set({ [column]: value })
        .where('id', '=', id)
        .execute(),
    ),
  )
  expect(await read()).toEqual({ ...before, [column]: value })
  const [entry] = await listAuditEntries(catalog.reads, {}, 1)
  await catalog.write((tx) => revertChange(tx, entry!.id, context))
  expect(await read()).toEqual(before)
})
