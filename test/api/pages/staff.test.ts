import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { NewRow } from '../../../src/core/database/tables.ts'
import { pauseJobs } from '../../../src/core/job-queue/pause.ts'
import { routes } from '../../../src/server/routes/index.ts'
import { hostContext } from '../../support/host-context.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { catalog } = server
const seed = createSeed(server)
// The server starts no jobs, so their lists stand still.
await catalog.write((tx) => pauseJobs(tx, hostContext(server.clock)))
const staff = await signedInBrowser(server, 'Ada')
await seed.staff('Ada')
const other = await signedInBrowser(server, 'Bob')
const csrfOf = ({ text }: { text: string }) => parsePage(text).value('csrf')!
const csrf = csrfOf(await other.open('account/'))
const cookie = `catalog_session=${other.cookies().get('catalog_session')}`

async function flag(image: number, text: string, flagged_at: number): Promise<number> {
  const flagged_by = await seed.user({ username: `<b>Reporter</b> ${flagged_at}` })
  const row = { image_id: image, reason: 'rights', text, flagged_by, flagged_at } as const
  const { id } = await catalog.write((tx) =>
    tx.insertInto('flag').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

const DAMAGE = { failure_of: 'v', failure_state: 'damaged', failure_reason: 'No JPEG.' } as const

async function addJob({ image, ...values }: Partial<NewRow<'job'>> & { image: number }) {
  const job = { kind: 'derive', image_id: image, payload: '{}', priority: 1 }
  const times = { run_at: 1, created_at: 1, finished_at: 1, last_error: 'Out of memory.' }
  const row = {
    state: 'failed',
    ...job,
    ...times,
    attempts: 3,
    max_attempts: 3,
    ...values,
  } as const
  await catalog.write((tx) => tx.insertInto('job').values(row).execute())
}

const staffRoutes = routes.filter(({ path }) => path.startsWith('/staff/'))

test.each(staffRoutes.map(({ method, path }) => [method, path.replace(':id', '1')] as const))(
  '%s %s is for staff only',
  async (method, path) => {
    const body = method === 'POST' ? new URLSearchParams({ csrf }) : null
    const headers = { cookie, accept: 'text/html' }
    const filled = path.replace(':id', '1')
    const response = await server.fetch(filled, { method, headers, body, redirect: 'manual' })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('This page is for staff only.')
    const anonymous = await server.fetch(filled, { method, body, redirect: 'manual' })
    expect(anonymous.headers.get('location')).toContain('/login/?next=%2Fstaff%2F')
  },
)

test('tells what waits for staff, and leads there', async () => {
  const empty = await staff.open('staff/')
  expect(empty.text).toContain('neither streets nor coasts')
  expect(parsePage(empty.text).text('.note code')).toBe('catalog basemap fetch')
  const credit = async (browser: typeof staff) =>
    parsePage((await browser.open('map/')).text).text('.map-credit')
  expect(await credit(staff)).toContain('Add them on the server: catalog basemap fetch')
  expect(await credit(other)).not.toContain('catalog basemap')
  const basemap = join(server.data, 'basemap.geojson')
  await writeFile(basemap, '{}')
  expect((await staff.open('staff/')).text).toContain('Nothing needs attention.')
  await rm(basemap)
  const image = await seed.image()
  const report = await flag(image, 'Look.', 1)
  for (const state of ['failed', 'failed', 'done'] as const) await addJob({ state, image })
  await seed.change(image, { file_version: 'v', file_type: 'image/jpeg', ...DAMAGE })
  const { text } = await staff.open('staff/')
  const waiting = parsePage(text).find('.rows')!
  expect(waiting.texts('li:has(strong)')).toEqual([
    'Open reports 1',
    'Failed jobs 2',
    'Damaged pictures 1',
  ])
  expect(waiting.text('a[href$="/staff/flags/"] + strong')).toBe('1')
  expect(text).not.toContain('Uploads in progress')
  const home = parsePage((await staff.open('')).text)
  expect(home.text('.account a[href$="/staff/"]:first-child')).toBe('Staff')
  expect((await other.open('')).text).not.toContain('/staff/')
  await catalog.write((tx) => tx.deleteFrom('flag').where('id', '=', report).execute())
})

test('lists open reports, the oldest first, and resolves them with an audit entry', async () => {
  const image = await seed.image({ title: 'Harbor' })
  const later = await flag(image, 'Whose picture is it?', 20)
  const first = await flag(image, '<script>alert(1)</script>', 10)
  expect((await staff.open('account/')).text).toContain('/staff/')
  const page = await staff.open('staff/flags/')
  expect(page.text).toContain('&lt;script&gt;')
  expect(parsePage(page.text).text('.works')).toMatch(
    /<script>.*<b>Reporter<\/b> 10.*Whose picture is it\?/,
  )
  const after = await staff.submit(page, { name: 'flag', value: String(first) })
  expect(after.text).toContain('The report is resolved.')
  expect(after.text).not.toContain('&lt;script&gt;')
  expect(after.text).toContain('Whose picture is it?')
  const rows = await catalog.reads
    .selectFrom('flag')
    .select(['id', 'resolved_by', 'resolved_at'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: later, resolved_by: null, resolved_at: null },
    { id: first, resolved_by: 900_000_000, resolved_at: catalog.clock.now() },
  ])
  const entries = await catalog.reads
    .selectFrom('audit_entry')
    .select(['user_id', 'object_id', 'before'])
    .where('action', '=', 'flag.resolve')
    .execute()
  expect(entries).toMatchObject([{ user_id: 900_000_000, object_id: String(first) }])
  expect(JSON.parse(entries[0]!.before!)).toMatchObject({ resolved_at: null })
})

test('hides a comment and the image of a report where staff read it', async () => {
  const image = await seed.image({ title: 'Backyard' })
  await seed.comment(image, { text: 'Go <b>away</b>' })
  const kept = await seed.comment(image, { text: 'Nice.' })
  const report = String(await flag(image, 'My family.', 30))
  const without = await staff.open('staff/flags/?lang=en')
  expect(without.text).not.toContain('Hide the image')
  const collection = await seed.collection({ name: 'Drawer', public: 0 })
  const page = await staff.open('staff/flags/')
  expect(parsePage(page.text).text('.works')).toMatch(/My family\..*Nice\..*Go <b>away/)
  const hidden = await staff.submit(page, { name: 'comment', value: String(kept) })
  expect(hidden.text).toContain('The comment is hidden.')
  expect(hidden.text).not.toContain('Nice.')
  const open = await seed.collection({ name: 'Shown' })
  const refused = await staff.submit(hidden, 'Hide the image', { flag: report, collection: String(open) }) // prettier-ignore
  expect(refused.status).toBe(400)
  const after = await staff.submit(hidden, 'Hide the image', { flag: report, collection: String(collection) }) // prettier-ignore
  expect(after.text).toContain('The image is hidden, and the report is resolved.')
  expect(after.text).not.toContain('My family.')
  expect((await server.fetch(`/${image}/`)).status).toBe(404)
  const history = await staff.open(`staff/history/?image=${image}`)
  await staff.submit(history, `Revert: Moderated, image ${image}`)
  expect((await server.fetch(`/${image}/`)).status).toBe(200)
  await flag(image, 'Again.', 40)
  const forged = new URLSearchParams({ flag: '1', collection: String(collection), csrf: 'x' })
  const headers = { cookie }
  const response = await server.fetch('/staff/flags/hide/', { method: 'POST', headers, body: forged }) // prettier-ignore
  expect(response.status).toBe(403)
})

test('pages through many reports', async () => {
  const image = await seed.image()
  for (let n = 0; n < 60; n++) await flag(image, `Report ${n}.`, 100 + (n >> 1))
  const seen = await walk('staff/flags/', /Report (\d+)\./g)
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => String(n)))
})

test('a suspended user opens no pages for staff, and cannot erase the account to start afresh', async () => {
  const browser = await signedInBrowser(server, 'Troll')
  await seed.staff('Troll')
  const report = await flag(await seed.image(), 'Look.', 1)
  const flags = await browser.open('staff/flags/')
  expect(flags.status).toBe(200)
  const { id } = await catalog.reads
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'Troll')
    .executeTakeFirstOrThrow()
  const row = { user_id: id, suspended_at: 1, suspended_by: null, reason: 'Spam & <i>more</i>' }
  await catalog.write((tx) => tx.insertInto('suspension').values(row).execute())
  const account = await browser.open('account/')
  expect(parsePage(account.text).text('main')).toMatch(
    /Your account is suspended\..*Spam & <i>more<\/i>/,
  )
  expect(account.text).not.toContain('/staff/')
  for (const refused of [
    await browser.open('staff/'),
    await browser.open('staff/flags/'),
    await browser.submit(flags, { name: 'flag', value: String(report) }),
    await browser.submit(await browser.open('account/erase/'), 'Erase the account', {
      name: 'Troll',
    }),
  ]) {
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Your account is suspended.')
  }
  const headers = { cookie: `catalog_session=${browser.cookies().get('catalog_session')}` }
  const body = new URLSearchParams({ csrf: csrfOf(flags), flag: String(report) })
  const path = '/staff/flags/resolve/'
  for (const [language, message] of [
    ['de', 'Ihr Konto ist gesperrt.'],
    ['fr', 'Votre compte est suspendu.'],
    ['es', 'Su cuenta está suspendida.'],
  ]) {
    const accepted = { ...headers, accept: 'text/html', 'accept-language': language! }
    const response = await server.fetch(path, { method: 'POST', headers: accepted, body })
    expect(await response.text()).toContain(message)
  }
})

test('says in the language of the page that a user sends too much', async () => {
  const headers = { cookie, accept: 'text/html', 'accept-language': 'de' }
  const image = await seed.image()
  const statuses: number[] = []
  let last = ''
  for (let n = 0; n < 4; n++) {
    const body = new URLSearchParams({ csrf, reason: 'other' })
    const response = await server.fetch(`/${image}/flags/`, { method: 'POST', headers, body })
    statuses.push(response.status)
    last = await response.text()
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  expect(last).toMatch(/Sie haben zu viele Anfragen gesendet\. Versuchen Sie es in \d+ Sekunden/)
})

test('lists failed jobs with the reason, and runs one or all of a kind again', async () => {
  const image = await seed.image({ title: 'Quay' })
  await catalog.write((tx) => tx.deleteFrom('job').execute())
  for (const kind of ['tile', 'tile', 'embed']) await addJob({ kind, state: 'failed', image })
  await addJob({ state: 'failed', image: 999_999, last_error: '<i>gone</i>' })
  const page = await staff.open('staff/jobs/?lang=en')
  expect(parsePage(page.text).texts('main li')).toContainEqual(
    expect.stringMatching(/Quay.*Tiles for zooming.*Out of memory\..*3 attempts/),
  )
  expect(page.text).toContain('&lt;i&gt;gone&lt;/i&gt;')
  expect(page.text).toContain('The image was deleted.')
  const { id } = await catalog.reads
    .selectFrom('job')
    .select('id')
    .where('kind', '=', 'embed')
    .executeTakeFirstOrThrow()
  const one = await staff.submit(page, { name: 'job', value: String(id) })
  expect(one.text).toContain('The job will run again.')
  const all = await staff.submit(one, { name: 'kind', value: 'tile' })
  expect(all.text).toContain('2 jobs will run again.')
  expect(all.text).not.toContain('Quay')
  const waiting = await staff.open('staff/jobs/?state=queued')
  expect(waiting.text.match(/Run now/g)).toHaveLength(3)
  const unknown = await staff.submit(waiting, { name: 'job', value: String(id) }, { job: '77777' })
  expect(unknown.status).toBe(404)
  expect(await auditedJobs()).toEqual([
    ['job.retry', `job/${id}`, null, { kind: 'embed', image_id: image }],
    ['job.retry', 'job_queue/tile', null, { jobs: 2 }],
  ])
})

/** What staff did to jobs, as the audit log has it, since the last call. */
let lastAudited = 0
async function auditedJobs() {
  const entries = await catalog.reads
    .selectFrom('audit_entry')
    .selectAll()
    .where('id', '>', lastAudited)
    .where('user_id', 'is not', null)
    .where('object_type', 'in', ['job', 'job_queue'])
    .orderBy('id')
    .execute()
  lastAudited = entries.at(-1)?.id ?? lastAudited
  return entries.map(({ action, object_type, object_id, before, after }) => [
    action,
    `${object_type}/${object_id}`,
    before && JSON.parse(before),
    after && JSON.parse(after),
  ])
}

test('pages through failed and through waiting jobs', async () => {
  await catalog.write((tx) => tx.deleteFrom('job').execute())
  for (let n = 0; n < 60; n++) {
    const finished_at = 1000 - (n >> 2)
    await addJob({ state: 'failed', image: 1, last_error: `Failure ${n}.`, finished_at })
    await addJob({ state: 'queued', image: 1, last_error: `Wait ${n}.`, run_at: n >> 2 })
  }
  const failures = await walk('staff/jobs/', /Failure (\d+)\./g)
  expect(failures).toHaveLength(60)
  expect(new Set(failures).size).toBe(60)
  expect(failures.map((n) => Number(n) >> 2)).toEqual(Array.from({ length: 60 }, (_, n) => n >> 2))
  const waiting = await walk('staff/jobs/?state=queued', /Wait (\d+)\./g)
  expect(waiting).toEqual(Array.from({ length: 60 }, (_, n) => String(n)))
  const wrong = await staff.open('staff/jobs/?after=x')
  expect(wrong.status).toBe(400)
  await catalog.write((tx) => tx.deleteFrom('job').execute())
})

test('resumes the jobs, and pauses them', async () => {
  const page = await staff.open('staff/jobs/')
  expect(page.text).toContain('none starts until they are resumed.')
  const resumed = await staff.submit(page, 'Resume jobs')
  expect(resumed.text).toContain('The jobs are running again.')
  expect(await catalog.reads.selectFrom('job_pause').selectAll().execute()).toEqual([])
  const paused = await staff.submit(resumed, 'Pause all jobs')
  expect(paused.text).toContain('Those that run will finish.')
  expect(await catalog.reads.selectFrom('job_pause').selectAll().execute()).toHaveLength(1)
  expect(await auditedJobs()).toEqual([
    ['job.resume', 'job_queue/all', { paused: true }, { paused: false }],
    ['job.pause', 'job_queue/all', { paused: false }, { paused: true }],
  ])
})

test('lists damaged pictures, and processes one again', async () => {
  const image = await seed.image({ title: 'Torn' })
  await seed.change(image, { file_version: 'v', file_type: 'image/jpeg', ...DAMAGE })
  const page = await staff.open('staff/damaged/')
  expect(page.text).toContain('No JPEG.')
  expect(parsePage(page.text).texts('code')).toContain(`catalog replace ${image} FILE`)
  const after = await staff.submit(page, { name: 'image', value: String(image) })
  expect(after.text).toContain('The picture will be processed again.')
  expect(after.text).not.toContain('Torn')
  const jobs = await catalog.reads
    .selectFrom('job')
    .select(['kind', 'state'])
    .where('image_id', '=', image)
    .execute()
  expect(jobs).toEqual([{ kind: 'derive', state: 'queued' }])
  const history = await staff.open(`staff/history/?image=${image}`)
  expect(history.text).toContain('Processed again')
})

test('groups the uploads of the last days by user, collection and day', async () => {
  expect((await staff.open('staff/imports/')).text).toContain('Nothing was uploaded')
  const collection = await seed.collection({ name: 'Glass plates' })
  const user = await seed.user({ username: 'Importer' })
  const damaged = await seed.image({ title: 'Cracked', collection_id: collection })
  await seed.change(damaged, { file_version: 'v', file_type: 'image/jpeg', ...DAMAGE })
  const now = catalog.clock.now()
  const add = (n: number, state: 'pending' | 'consumed' | 'cancelled', image: number | null) => ({
    id: `slot-${n}`,
    user_id: user,
    collection_id: collection,
    content_type: 'image/jpeg',
    state,
    created_at: now - n,
    expires_at: now - n + 900e6,
    image_id: image,
  })
  const intact = await seed.image({ collection_id: collection })
  const slots = [
    add(1, 'consumed', damaged),
    add(2, 'consumed', intact),
    add(3, 'pending', null),
    add(4, 'cancelled', null),
    { ...add(5, 'pending', null), expires_at: now - 1 },
  ]
  await catalog.write((tx) => tx.insertInto('slot').values(slots).execute())
  const { text } = await staff.open('staff/imports/')
  expect(parsePage(text).text('main')).toMatch(
    /Glass plates.*Importer.*2 files imported.*1 in progress.*2 not completed.*1 damaged or failed/,
  )
  const overview = parsePage((await staff.open('staff/')).text)
  expect(overview.text('.rows li:contains("Uploads in progress") strong')).toBe('1')
})

/** Opens a list and all pages after it. @returns what the pattern captures on them */
async function walk(first: string, pattern: RegExp): Promise<string[]> {
  const seen: string[] = []
  let path: string | undefined = first
  while (path) {
    const { text } = await staff.open(path)
    seen.push(...[...text.matchAll(pattern)].map(([, found]) => found!))
    path = parsePage(text).attribute('a[rel=next]', 'href')
  }
  return seen
}
