import { afterAll, expect, test } from 'vitest'
import { announce } from '../../../src/core/writes/collections/announce-collection.ts'
import { writeSetting } from '../../../src/core/writes/settings.ts'
import { removeComment } from '../../../src/core/writes/comments/delete-comment.ts'
import { removeGeoreference } from '../../../src/core/writes/georeferences/delete-georeference.ts'
import { deleteImages } from '../../../src/core/writes/images/delete-images.ts'
import { deleteSourceRow } from '../../../src/core/writes/sources.ts'
import { removeValidation } from '../../../src/core/writes/validations/delete-validation.ts'
import { ensureStaff } from '../../../src/core/writes/users/ensure-staff.ts'
import { hideCommentRow, unhideCommentRow } from '../../../src/core/writes/comments/hide-comment.ts'
import { mergeSubjects } from '../../../src/core/writes/subjects/merge-subjects.ts'
import { refreshSubject } from '../../../src/core/writes/subjects/refresh-subject.ts'
import { deleteLicense, insertLicense, updateLicense } from '../../../src/core/writes/licenses.ts'
import { deleteSubject } from '../../../src/core/writes/subjects/remove-subject.ts'
import { markResolved } from '../../../src/core/writes/flags.ts'
import { recordAudit, type AuditContext } from '../../../src/core/audit/record-audit.ts'
import { pauseJobs } from '../../../src/core/job-queue/pause.ts'
import { setSubjectGeometries } from '../../../src/core/writes/subjects/set-subject-geometries.ts'
import { deleteSuspension, insertSuspension } from '../../../src/core/writes/users/suspend-user.ts'
import { addValidation } from '../../../src/core/writes/validations/add-validation.ts'
import { tagImage } from '../../../src/core/writes/tags/tag-image.ts'
import { updateSubject } from '../../../src/core/writes/subjects/edit-subject.ts'
import type { Tx } from '../../../src/core/database/store.ts'
import type { Tables } from '../../../src/core/database/tables.ts'
import { openCommunity } from '../../support/contributors.ts'
import { hostContext } from '../../support/host-context.ts'
import { readRows } from '../../support/rows.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const { catalog } = server
const moderator = await community.person({ staff: true, scopes: ['moderate'] })

type Change = (tx: Tx, context: AuditContext) => Promise<unknown>

/** Makes a change on the host. Returns the newest entry of the audit log. */
async function change(work: Change) {
  server.clock.advance(60)
  await catalog.write((tx) => work(tx, hostContext(server.clock)))
  return newest()
}

async function newest() {
  const { body } = await moderator.send('GET', '/audit/?limit=1')
  return body.results[0]
}

const revert = (id: number, headers?: Record<string, string>) =>
  moderator.post(`/audit/${id}/revert/`, {}, headers)

const image = await seed.image()
const subject = await seed.subject({ slug: 'tower' })
await seed.outline(subject, 'way/1')
const point = await seed.point(image)
const area = await seed.area(image)
await seed.validation({ image, point })
const validation = await seed.validation({ image, area })
const comment = await seed.comment(image)
const checker = await seed.user()
const check = (tx: Tx, by: AuditContext, verdict: 'correct' | 'incorrect') =>
  addValidation(
    tx,
    {
      georeference: null,
      from_above_georeference: area,
      validation: verdict,
      notes: undefined,
      userId: checker,
      at: by.now,
    },
    by,
  )
await catalog.write((tx) => check(tx, hostContext(server.clock), 'correct'))
const tagger = await seed.user()
const gone = await seed.subject({ slug: 'gone' })
await seed.outline(gone, 'way/3')
await catalog.write((tx) => {
  const tagging = { imageId: image, subjectIds: [subject, gone], userId: tagger }
  return tagImage(tx, tagging, hostContext(server.clock))
})
await seed.rebuildFeed()
const license = await seed.license({ name: 'CC0' })
const source = await seed.source({ name: 'Empty' })
const spammer = await community.person()
await spammer.post(`/images/${image}/flags/`, { reason: 'date' })
const flag = (await readRows(server, 'flag'))[0]!.id

/** Everything that the changes below affect. */
async function readAll() {
  const tables: (keyof Tables)[] = [
    'subject',
    'subject_geometry',
    'image_subject',
    'subject_change',
    'subject_count',
    'license',
    'source',
    'georeference',
    'from_above_georeference',
    'validation',
    'comment',
    'hidden_comment',
    'flag',
    'setting',
    'suspension',
    'job_pause',
    'activity_event',
    'disputed_image',
  ]
  const rows = await Promise.all(tables.map((table) => readRows(server, table)))
  return rows.map((all) => all.filter(isContent).map(comparable).toSorted())
}

/** The sweep of orphaned files, which may run meanwhile, changes a setting of its own. */
const isContent = (row: Record<string, unknown>) => row.name !== 'known-files'

/** Events and geometries that were written again have other ids. */
const comparable = ({ id, ...row }: Record<string, unknown>) =>
  JSON.stringify('map_id' in row || 'group_key' in row || 'type' in row ? row : { id, ...row })

const reversible: [string, Change][] = [
  ['subject.edit', (tx, by) => updateSubject(tx, subject, { title: 'Mill', slug: 'mill' }, by)],
  [
    'subject.refresh',
    (tx, by) =>
      refreshSubject(tx, subject, { item: 'Q99', title: 'A mill', description: 'new' }, by),
  ],
  [
    'subject.set_geometry',
    (tx, by) =>
      setSubjectGeometries(
        tx,
        {
          subjectId: subject,
          shapes: [{ map_id: 'node/2', shape: { type: 'Point', coordinates: [7.5, 47.5] } }],
          isReplaced: () => true,
        },
        by,
      ),
  ],
  ['subject.remove', (tx, by) => deleteSubject(tx, { id: gone, untag: true }, by)],
  ['validation.edit', (tx, by) => check(tx, by, 'incorrect')],
  [
    'license.edit',
    (tx, by) => updateLicense(tx, { id: license, edit: { display_name: 'Public domain' } }, by),
  ],
  ['license.remove', (tx, by) => deleteLicense(tx, license, by)],
  ['source.delete', (tx, by) => deleteSourceRow(tx, source, by)],
  ['setting.set', (tx, by) => writeSetting(tx, { name: 'viewing_cone', value: 50 }, by)],
  [
    'georeference.delete',
    (tx, by) => removeGeoreference(tx, { table: 'georeference', id: point }, by),
  ],
  [
    'from_above_georeference.delete',
    (tx, by) => removeGeoreference(tx, { table: 'from_above_georeference', id: area }, by),
  ],
  ['validation.delete', (tx, by) => removeValidation(tx, validation, by)],
  ['comment.delete', (tx, by) => removeComment(tx, comment, by)],
  ['comment.hide', (tx, by) => hideCommentRow(tx, comment, by)],
  ['flag.resolve', (tx, by) => markResolved(tx, flag, by)],
  ['job.pause', pauseJobs],
  [
    'user.suspend',
    (tx, by) => insertSuspension(tx, { userId: spammer.userId, reason: 'Spam.' }, by),
  ],
]

test.each(reversible)('reverts %s exactly, once, as a change of its own', async (action, work) => {
  const before = await readAll()
  const entry = await change(work)
  expect(entry).toMatchObject({ action, user: null, obstacle: null })
  expect(await readAll()).not.toEqual(before)
  expect((await revert(entry.id)).status).toBe(204)
  expect(await readAll()).toEqual(before)
  const again = await newest()
  expect(again.user).toEqual({ id: moderator.userId, username: `mapper-${moderator.userId}` })
  expect([again.object_type, again.object_id]).toEqual([entry.object_type, entry.object_id])
  const repeated = await revert(entry.id)
  expect([repeated.status, repeated.body.code]).toEqual([409, 'changed_since'])
  expect(await readAll()).toEqual(before)
})

test('reverts a deletion with columns of a later version if they were null', async () => {
  const before = await readAll()
  const { id } = await change((tx, by) =>
    removeGeoreference(tx, { table: 'georeference', id: point }, by),
  )
  const record = (later: string | null) =>
    server.catalog.write(async (tx) => {
      const entries = tx.selectFrom('audit_entry').select('before').where('id', '=', id)
      const { validations, ...row } = JSON.parse(
        String((await entries.executeTakeFirstOrThrow()).before),
      )
      const all = validations.map((one: object) => ({ ...one, later: null }))
      const state = JSON.stringify({ ...row, validations: all, later })
      await tx.updateTable('audit_entry').set({ before: state }).where('id', '=', id).execute()
    })
  await record('a value')
  expect((await revert(id)).status).toBe(409)
  await record(null)
  expect((await revert(id)).status).toBe(204)
  expect(await readAll()).toEqual(before)
})

test('reverts that a comment is shown again, and that a user is reinstated', async () => {
  await change((tx, by) => hideCommentRow(tx, comment, by))
  const shown = await change((tx, by) => unhideCommentRow(tx, comment, by))
  expect((await revert(shown.id)).status).toBe(204)
  expect(await readRows(server, 'hidden_comment')).toMatchObject([{ id: comment }])
  await change((tx, by) => unhideCommentRow(tx, comment, by))
  const { userId } = spammer
  await change((tx, by) => insertSuspension(tx, { userId, reason: 'Spam.' }, by))
  const reinstated = await change((tx, by) => deleteSuspension(tx, userId, by))
  expect((await revert(reinstated.id)).status).toBe(204)
  expect(await readRows(server, 'suspension')).toMatchObject([{ user_id: userId, reason: 'Spam.' }])
})

test('says why other changes cannot be reverted', async () => {
  const lost = await seed.image()
  const collection = await seed.collection()
  const [one, two] = [await seed.subject(), await seed.subject()]
  for (const [obstacle, work] of [
    ['created', (tx, by) => insertLicense(tx, { name: 'X', display_name: 'X', permalink: '' }, by)],
    ['deleted', (tx, by) => deleteImages(tx, [lost], by)],
    ['announced', (tx, by) => announce(tx, collection, by)],
    ['merged', (tx, by) => mergeSubjects(tx, { from: one, into: two }, by)],
    [
      'no_values',
      (tx, by) =>
        recordAudit(tx, by, {
          action: 'job.retry',
          objectType: 'job_queue',
          objectId: 'all',
          before: null,
          after: { jobs: 1 },
        }),
    ],
    ['host_only', (tx, by) => ensureStaff(tx, { username: 'Grace' }, by)],
  ] satisfies [string, Change][]) {
    const entry = await change(work)
    expect(entry.obstacle).toBe(obstacle)
    const { status, body } = await revert(entry.id)
    expect([status, body.code]).toEqual([409, 'not_revertible'])
    expect(body.detail).toMatch(/^This change cannot be reverted\. .+\.$/)
  }
  expect((await revert(987_654)).status).toBe(404)
})

test('reverts nothing that others have made impossible', async () => {
  const place = await seed.image()
  const made = await seed.point(place)
  const deleted = await change((tx, by) =>
    removeGeoreference(tx, { table: 'georeference', id: made }, by),
  )
  await moderator.send('PATCH', `/images/${place}/`, { duplicate_of: image })
  expect(await revert(deleted.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(`is a duplicate of image ${image} now`) },
  })
  const removed = await seed.source({ name: 'Old', slug: 'taken' })
  const deletion = await change((tx, by) => deleteSourceRow(tx, removed, by))
  await seed.source({ name: 'New', slug: 'taken' })
  expect(await revert(deletion.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('cannot be written again: slug: ') },
  })
  const lake = await seed.subject({ slug: 'lake', kb_id: 'Q7001' })
  const removal = await change((tx, by) => deleteSubject(tx, { id: lake, untag: false }, by))
  await seed.subject({ slug: 'other-lake', kb_id: 'Q7001' })
  expect(await revert(removal.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('The item Q7001 is another subject now') },
  })
  const resolved = await change((tx, by) => markResolved(tx, flag, by))
  await change((tx, by) => deleteSuspension(tx, spammer.userId, by))
  await spammer.post(`/images/${image}/flags/`, { reason: 'date' })
  expect(await revert(resolved.id)).toMatchObject({
    status: 409,
    body: { detail: 'The user has reported the image again for the same reason.' },
  })
})

test('repeats the response of a request with the same key', async () => {
  const entry = await change((tx, by) => updateSubject(tx, subject, { title: 'Gate' }, by))
  const key = { 'Idempotency-Key': 'revert-1' }
  expect((await revert(entry.id, key)).status).toBe(204)
  const again = await revert(entry.id, key)
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([204, 'true'])
  expect((await revert(entry.id + 1, key)).status).toBe(422)
})

test('lists the changes of an image with those of its contributions, and those of a user', async () => {
  const [one, other] = [await seed.image(), await seed.image()]
  const colleague = await community.person({ staff: true, scopes: ['moderate'] })
  await moderator.send('PATCH', `/images/${one}/`, { title: 'New' })
  await moderator.send('PATCH', `/images/${other}/`, { title: 'New' })
  await colleague.send('DELETE', `/georeferences/${await seed.point(one)}/`)
  await colleague.send('DELETE', `/comments/${await seed.comment(one)}/`)
  await moderator.send('PUT', `/comments/${await seed.comment(one)}/hidden/`)
  const list = async (query: string) => {
    const { status, body } = await moderator.send('GET', `/audit/?${query}`)
    expect(status).toBe(200)
    return body.results.map(({ action }: { action: string }) => action)
  }
  const all = ['comment.hide', 'comment.delete', 'georeference.delete', 'image.edit']
  expect(await list(`image=${one}`)).toEqual(all)
  expect(await list(`image=${other}`)).toEqual(['image.edit'])
  expect(await list(`user=${colleague.userId}`)).toEqual(all.slice(1, 3))
  expect(await list(`image=${one}&user=${moderator.userId}`)).toEqual([all[0], all[3]])
  await colleague.send('PUT', `/users/${spammer.userId}/suspension/`, {})
  expect(await list(`user=${spammer.userId}&limit=1`)).toEqual(['user.suspend'])
  const paged: string[] = []
  for (let path: string | null = `/audit/?image=${one}&limit=3`; path !== null;) {
    const { body } = await moderator.send('GET', path)
    paged.push(...body.results.map(({ action }: { action: string }) => action))
    path = body.next && body.next.slice(body.next.indexOf('/audit/'))
  }
  expect(paged).toEqual(all)
  const wrong = await moderator.send('GET', '/audit/?image=x&before=-1&limit=many')
  expect([wrong.status, Object.keys(wrong.body).toSorted()]).toEqual([
    400,
    ['before', 'image', 'limit'],
  ])
})

test('writes times as elsewhere, and does not name the users of the host', async () => {
  await change((tx, by) => removeGeoreference(tx, { table: 'georeference', id: point }, by))
  const { body, headers } = await moderator.send('GET', '/audit/?limit=1')
  expect(JSON.stringify(body)).not.toContain('system_user')
  expect(headers.get('Cache-Control')).toContain('no-store')
  const [{ before }] = body.results
  const time = expect.stringMatching(/^\d{4}-.+\.\d{6}Z$/)
  expect(before).toMatchObject({ created_at: time, validations: [{ validated_at: time }] })
})
