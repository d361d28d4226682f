import { expect, test } from 'vitest'
import { purge } from '../../support/oauth.ts'
import { startOsmProvider } from '../../support/osm-provider.ts'
import { beginVisit, connected } from '../../support/osm-visit.ts'
import { readRows } from '../../support/rows.ts'

test('accepts a callback only once, and ignores HEAD', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const begun = await server.fetch('/login/osm/', { redirect: 'manual' })
  const back = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
  const callback = back.headers.get('location')!
  const headers = { cookie: begun.headers.getSetCookie()[0]!.split(';')[0]! }
  const open = (method = 'GET') => fetch(callback, { method, headers, redirect: 'manual' })
  expect((await open('HEAD')).status).toBe(405)
  const answers = await Promise.all([open(), open(), open()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400, 400])
  expect(provider.asked.filter((path) => path === '/token')).toHaveLength(1)
  const again = await open()
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('already')])
  expect(provider.asked.filter((path) => path === '/token')).toHaveLength(1)
})

test('accepts no second callback after a failure, and purges the record', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const visit = await beginVisit(server)
  provider.behavior = 'fails'
  expect((await visit.comeBack()).status).toBe(503)
  provider.behavior = 'works'
  expect((await visit.comeBack()).status).toBe(400)
  const used = () => readRows(server, 'used_sign_in')
  expect(await used()).toHaveLength(1)
  server.clock.advance(10 * 60)
  await purge(server)
  expect(await used()).toEqual([])
})
