import { expect, test } from 'vitest'
import type { Role } from '../../src/core/auth/caller.ts'
import { routes } from '../../src/server/routes/index.ts'

/** What a token never allows, because it may be in the hands of an app. */
const BROWSER_ONLY = [
  '/login/',
  '/logout/',
  '/oauth/authorize/',
  '/account/withdraw/',
  '/account/sessions/end/',
  '/account/erase/',
]

const forms = routes.filter(
  ({ method, errorFormat }) => method === 'POST' && errorFormat === 'page',
)

const endpoints = routes.filter(({ path }) => path.startsWith('/api/v2/'))

/** Staff choose several images on a page. An app sends a request for each of them. */
const FORM_ONLY = ['image.moderate']

test('every form of a page runs declared use cases, or is for browsers only', () => {
  const others = forms.filter(({ useCases }) => useCases === undefined)
  expect(others.map(({ path }) => path).toSorted()).toEqual(BROWSER_ONLY.toSorted())
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
