import { expect, test } from 'vitest'
import type { Role } from '../../src/core/auth/caller.ts'
import { routes } from '../../src/server/routes/index.ts'

const BROWSER_ONLY = 'concerns the browser or the whole account, so that no token may do it'
const OAUTH = 'an RFC on OAuth says who may do what'

/** Requests that change something without a use case, and why. */
const WITHOUT_USE_CASE: Record<string, string> = {
  'PUT /upload/incoming/:slot': 'stores a file, and changes no row; a signature permits it',
  'POST /api/v2/apps/': OAUTH,
  'GET /oauth/authorize/': OAUTH,
  'POST /oauth/authorize/': OAUTH,
  'POST /oauth/token/': OAUTH,
  'POST /oauth/revoke_token/': OAUTH,
  'POST /login/': BROWSER_ONLY,
  'GET /login/osm/callback/': BROWSER_ONLY,
  'POST /logout/': BROWSER_ONLY,
  'POST /account/withdraw/': BROWSER_ONLY,
  'POST /account/sessions/end/': BROWSER_ONLY,
  'POST /account/erase/': BROWSER_ONLY,
}

const forms = routes.filter(
  ({ method, errorFormat }) => method === 'POST' && errorFormat === 'page',
)

const endpoints = routes.filter(({ path }) => path.startsWith('/api/v2/'))

/** Staff choose several images on a page. An app sends a request for each of them. */
const FORM_ONLY = ['image.moderate']

test('every request that changes something names its use cases, or there is a reason', () => {
  const others = routes.filter(
    ({ method, hasEffects, useCases }) => (method !== 'GET' || hasEffects) && !useCases,
  )
  const addresses = others.map(({ method, path }) => `${method} ${path}`)
  expect(addresses.toSorted()).toEqual(Object.keys(WITHOUT_USE_CASE).toSorted())
})

const uses = forms.flatMap(({ path, useCases = [] }) =>
  useCases.map(({ name }) => ({ path, name })),
)

test.each(uses)('an app with the right scope can do what $path does: $name', ({ path, name }) => {
  const role: Role = path.startsWith('/staff/') ? 'moderator' : 'contributor'
  const same = endpoints.filter(({ useCases = [] }) => useCases.some((one) => one.name === name))
  expect(same.length === 0).toBe(FORM_ONLY.includes(name))
  for (const { access } of same) expect([access].flat()).toContain(role)
})

test('use cases have different names', () => {
  const all = new Set([...forms, ...endpoints].flatMap(({ useCases = [] }) => useCases))
  const names = [...all].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(30)
})
