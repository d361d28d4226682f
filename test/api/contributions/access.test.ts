import { afterAll, expect, test } from 'vitest'
import type { Scope } from '../../../src/core/auth/caller.ts'
import { moderateImages } from '../../../src/core/writes/images/edit-image.ts'
import { runUseCase } from '../../../src/core/writes/run/run-use-case.ts'
import { skipImage } from '../../../src/core/writes/skips.ts'
import { routes } from '../../../src/server/routes/index.ts'
import type { Role } from '../../../src/core/auth/caller.ts'
import { SESSION_COOKIE } from '../../../src/server/oauth/cookies.ts'
import { browserWithSession } from '../../support/oauth.ts'
import { openCommunity, type Person } from '../../support/contributors.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server, visitor } = community

await seed.setting('validators', 'everyone')

const SCOPE: Record<Role, Scope> = {
  contributor: 'contribute',
  importer: 'import',
  moderator: 'moderate',
}

const guarded = routes.flatMap(({ method, path, access }) => {
  if (access === 'public' || access === 'token') return []
  const roles: readonly Role[] = typeof access === 'string' ? [access] : access
  return [{ method, path, roles }]
})

const people: { staff: boolean; scopes: Scope[]; person: Person }[] = []
for (const staff of [false, true]) {
  for (const scopes of [['read'], ['contribute'], ['import'], ['moderate']] satisfies Scope[][]) {
    people.push({ staff, scopes, person: await community.person({ staff, scopes }) })
  }
}

const call = (person: Person, { method, path }: (typeof guarded)[number]) =>
  person.send(
    method,
    path.replace('/api/v2', '').replaceAll(/:\w+/g, '987654'),
    method === 'GET' ? undefined : {},
  )

test.each(guarded)('$method $path requires the scope of $roles', async (route) => {
  const anonymous = await call(visitor, route)
  expect(anonymous.status).toBe(401)
  expect(anonymous.headers.get('WWW-Authenticate')).toBe('Bearer realm="api"')
  for (const { staff, scopes, person } of people) {
    const { status, headers } = await call(person, route)
    const role = route.roles.find((one) => scopes.includes(SCOPE[one]))
    const isAllowed = role !== undefined && (staff || role === 'contributor')
    expect([status === 403, scopes, staff]).toEqual([!isAllowed, scopes, staff])
    const challenge = `Bearer error="insufficient_scope", scope="${SCOPE[route.roles[0]!]}"`
    expect(headers.get('WWW-Authenticate')).toBe(role === undefined ? challenge : null)
  }
})

test('the cookie of a signed-in browser opens no endpoint, whichever site sends it', async () => {
  await seed.user({ username: 'Ada', is_staff: 1 })
  const browser = await browserWithSession(server, 'Ada')
  const Cookie = `${SESSION_COOKIE}=${browser.cookies().get(SESSION_COOKIE)}`
  expect((await server.fetch('/staff/', { headers: { Cookie } })).status).toBe(200)
  for (const { method, path } of guarded) {
    const headers = { Cookie, 'Content-Type': 'application/json' }
    const body = method === 'GET' ? null : '{}'
    const init = { method, headers, body }
    const { status } = await server.fetch(path.replaceAll(/:\w+/g, '1'), init)
    expect([method, path, status]).toEqual([method, path, 401])
  }
})

test('suspended users read what is public, but change nothing', async () => {
  const scopes: Scope[] = ['read', 'contribute', 'import', 'moderate']
  const person = await community.person({ staff: true, scopes })
  const image = await seed.image()
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const isVisible = async () => (await person.send('GET', `/images/${hidden}/`)).status
  expect(await isVisible()).toBe(200)
  const own = await person.post(`/images/${image}/comments/`, { text: 'Before.' })
  const suspension = { user_id: person.userId, suspended_by: null, suspended_at: 0, reason: null }
  await server.catalog.write((tx) => tx.insertInto('suspension').values(suspension).execute())
  for (const route of guarded) {
    const { status, body } = await call(person, route)
    expect([status, body.code]).toEqual([403, 'suspended'])
    expect(body.detail ?? body.error).toMatch(/suspended/)
  }
  expect((await person.send('DELETE', `/comments/${own.body.id}/`)).status).toBe(403)
  expect((await person.send('GET', '/auth/me/')).status).toBe(200)
  expect((await person.send('GET', `/images/${image}/`)).body.comments).toHaveLength(1)
  expect(await isVisible()).toBe(404)
})

test('a write that waited rejects users who were erased or are no longer staff meanwhile', async () => {
  const { catalog } = server
  const image = await seed.image()
  const actAs = (userId: number) =>
    ({ userId, isStaff: true, isModerator: true, visibility: 'public' }) as const
  const skip = (userId: number) =>
    runUseCase(catalog, skipImage, {
      actor: actAs(userId),
      request: { imageId: image, reason: undefined },
    })
  await expect(skip(987_654)).rejects.toMatchObject({ kind: 'unauthenticated' })
  const [former, active] = [await community.person(), await community.person({ staff: true })]
  const close = (userId: number) =>
    runUseCase(catalog, moderateImages, {
      actor: actAs(userId),
      request: { imageIds: [image], input: { will_not_georef: true } },
    })
  await expect(close(former.userId)).rejects.toMatchObject({ kind: 'forbidden' })
  expect((await server.get(`/api/v2/images/${image}/`)).georeference_status).toBe('available')
  await close(active.userId)
  expect((await server.get(`/api/v2/images/${image}/`)).georeference_status).toBe('will_not_georef')
})
