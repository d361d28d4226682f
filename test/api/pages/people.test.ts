import { afterAll, expect, test } from 'vitest'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { catalog } = server
const seed = createSeed(server)
const staff = await signedInBrowser(server, 'Ada')
await seed.staff('Ada')

test('lists the newest users, finds them by name, and marks suspended ones', async () => {
  for (let n = 0; n < 55; n++) {
    await seed.user({ id: 100 + n, username: `Mapper ${n}`, created_at: 1000 + (n >> 1) })
  }
  const seen: string[] = []
  let path: string | undefined = 'staff/people/'
  while (path) {
    const { text } = await staff.open(path)
    const page = parsePage(text)
    seen.push(...page.texts('.rows bdi:contains("Mapper")'))
    path = page.attribute('a[rel=next]', 'href')
  }
  expect(seen).toEqual(Array.from({ length: 55 }, (_, n) => `Mapper ${54 - n}`))
  const found = await staff.open('staff/people/?name=mapper+5')
  expect(found.text.match(/Mapper \d+/g)).toEqual([
    'Mapper 5',
    'Mapper 50',
    'Mapper 51',
    'Mapper 52',
    'Mapper 53',
    'Mapper 54',
  ])
  expect((await staff.open('staff/people/?suspended=yes')).text).toContain('No people found.')
  const person = await staff.open('staff/people/107/')
  await staff.submit(person, 'Suspend', { reason: '' })
  const suspended = await staff.open('staff/people/?suspended=yes')
  const row = parsePage(suspended.text).find('.rows li:has(bdi:contains("Mapper 7"))')
  expect([row?.text('bdi'), row?.text('.badge')]).toEqual(['Mapper 7', 'Suspended'])
  expect(suspended.text).not.toContain('Mapper 8')
  expect((await staff.open('staff/people/-1/')).status).toBe(404)
})

test('shows the work of a user, suspends and reinstates them', async () => {
  const id = await seed.user({ id: 7, username: '<b>Troll</b>' })
  const image = await seed.image({ title: 'Harbor' })
  await seed.point(image, { user_id: id })
  const page = await staff.open('staff/people/7/')
  expect(page.text).toContain('Harbor')
  expect(page.text).toContain('&lt;b&gt;Troll&lt;/b&gt;')
  const long = await staff.submit(page, 'Suspend', { reason: 'x'.repeat(501) })
  expect([long.status, long.text.includes('x'.repeat(501))]).toEqual([400, true])
  const suspended = await staff.submit(page, 'Suspend', { reason: 'Spam & <i>more</i>' })
  expect(suspended.text).toContain('The person is suspended.')
  expect(suspended.text).toContain('Spam &amp; &lt;i&gt;more&lt;/i&gt;')
  const row = await catalog.reads
    .selectFrom('suspension')
    .select(['suspended_by', 'reason'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ suspended_by: 900_000_000, reason: 'Spam & <i>more</i>' })
  const reinstated = await staff.submit(suspended, 'Reinstate')
  expect(reinstated.text).toContain('The person can contribute again.')
  expect(parsePage(reinstated.text).has('[name=reason]')).toBe(true)
})

test('staff hide comments on the page of an image and of a user, and show them again', async () => {
  const author = await seed.user({ username: 'Author' })
  const image = await seed.image()
  const id = await seed.comment(image, { commented_by: author, text: 'Rude <remark>.' })
  await seed.rebuildFeed()
  const visitor = () => server.fetch(`/${image}/`, { headers: { accept: 'text/html' } })
  const page = await staff.open(`${image}/`)
  const hidden = await staff.submit(page, 'Hide the comment Rude <remark>.')
  expect(parsePage(hidden.text).text('#comments')).toMatch(
    /Hidden comments.*Rude <remark>.*The comment is hidden\./,
  )
  expect(await (await visitor()).text()).not.toContain('Rude')
  const person = await staff.open(`staff/people/${author}/?kind=hidden`)
  expect(person.text).toContain('Rude &lt;remark&gt;.')
  const shown = await staff.submit(person, { name: 'comment', value: String(id) })
  expect(shown.text).toContain('The comment is shown again.')
  const text = await (await visitor()).text()
  expect(text).toContain('Rude')
  expect(text).not.toContain('/staff/comments/')
  const comments = await staff.open(`staff/people/${author}/?kind=comments`)
  const again = await staff.submit(comments, { name: 'comment', value: String(id) })
  expect(again.text).toContain('The comment is hidden.')
})

test('reverts the contributions of a user after a preview', async () => {
  const id = await seed.user({ username: 'Vandal' })
  const image = await seed.image({ title: 'Bridge' })
  await seed.point(image, {
    user_id: id,
    created_at: 1_000_000,
    latitude: 47.5,
    confidence_notes: 'Ha!',
  })
  const page = await staff.open(`staff/people/${id}/`)
  expect(parsePage(page.text).has('input[type=datetime-local]')).toBe(true)
  const invalid = await staff.open(`staff/people/${id}/revert/?since=now`)
  expect(invalid.text).toContain('Enter a date and a time.')
  const later = await staff.open(`staff/people/${id}/revert/?since=1970-01-01T00:00:02`)
  expect(later.text).toContain('There is nothing to revert.')
  const preview = await staff.open(`staff/people/${id}/revert/?since=1970-01-01T00:00&zone=UTC`)
  // The page that asks for the time chooses the time zone of the browser. The preview must not, because it shows another.
  expect([page, preview].map(({ text }) => text.includes('"time-zone"'))).toEqual([true, false])
  expect(parsePage(preview.text).text('main')).toMatch(/Bridge.*Camera position.*47\.50000° N.*Ha!/)
  const reverted = await staff.submit(preview, 'Revert all of them')
  expect(reverted.text).toContain('The contributions are reverted.')
  expect((await server.get(`/api/v2/images/${image}/`)).georeference_status).toBe('available')
})

test('reverts all contributions but those that were marked on any page of the preview', async () => {
  const id = await seed.user({ username: 'Careless' })
  const image = await seed.image()
  const comments = Array.from({ length: 60 }, (_, n) => ({
    image_id: image,
    commented_by: id,
    created_at: (n + 1) * 1_000_000,
    text: `Remark ${n}.`,
  }))
  await server.catalog.write((tx) => tx.insertInto('comment').values(comments).execute())
  await seed.rebuildFeed()
  // In New York, 1970 began five hours later.
  const address = `staff/people/${id}/revert/?since=1969-12-31T19:00&zone=America/New_York`
  const list = (text: string) => text.match(/Remark \d+\./g) ?? []
  const first = await staff.open(address)
  expect(list(first.text)).toEqual(Array.from({ length: 50 }, (_, n) => `Remark ${59 - n}.`))
  expect(first.text).toMatch(/Dec 31, 1969, 7:01:00\sPM/)
  const nameOf = (text: string, remark: number) =>
    parsePage(text).attribute(`li:contains("Remark ${remark}.") [name^="keep-comment-"]`, 'name')!
  const marked = { [nameOf(first.text, 59)]: 'on', [nameOf(first.text, 20)]: 'on' }
  const second = await staff.submit(first, 'Older contributions', marked)
  expect([...second.address.searchParams.keys()].toSorted()).toEqual([
    'after',
    'kept',
    'since',
    'zone',
  ])
  expect(list(second.text)).toEqual(Array.from({ length: 10 }, (_, n) => `Remark ${9 - n}.`))
  expect(second.text).toContain('2 left as they are')
  const reverted = await staff.submit(second, 'Revert all others', {
    [nameOf(second.text, 0)]: 'on',
  })
  expect(reverted.text).toContain('The contributions are reverted.')
  const left = await server.get(`/api/v2/images/${image}/comments/`)
  expect(left.results.map(({ text }: { text: string }) => text).toSorted()).toEqual([
    'Remark 0.',
    'Remark 20.',
    'Remark 59.',
  ])
})
