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

/** The forms of the pages, and the endpoints with which an app does the same. */
const ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  '/georeference/': ['POST georeferences/'],
  '/polygonal-georeference/:id/': ['POST from-above-georeferences/'],
  '/georeference/:id/skip/': ['POST images/:id/skips/'],
  '/georeference/:id/flag/': ['POST images/:id/flags/'],
  '/check/': [
    'POST georeferences/:id/validations/',
    'POST from-above-georeferences/:id/validations/',
    'POST images/:id/skips/',
  ],
  '/:id/comments/': ['POST images/:id/comments/'],
  '/:id/comments/delete/': ['DELETE comments/:id/'],
  '/:id/subjects/': ['POST images/:id/subjects/', 'POST subjects/'],
  '/:id/subjects/change/': ['DELETE images/:id/subjects/:subject/', 'PUT images/:id/subjects/'],
  '/:id/flags/': ['POST images/:id/flags/'],
  '/:id/validations/': [
    'POST georeferences/:id/validations/',
    'POST from-above-georeferences/:id/validations/',
  ],
  '/staff/flags/resolve/': ['PUT flags/:id/resolved/'],
  '/staff/flags/hide/': ['POST flags/:id/hide/'],
  '/staff/jobs/retry/': ['POST jobs/:id/retry/', 'POST jobs/retry/'],
  '/staff/jobs/pause/': ['PUT jobs/paused/', 'DELETE jobs/paused/'],
  '/staff/damaged/retry/': ['POST images/:id/reprocess/'],
  '/staff/history/revert/': ['POST audit/:id/revert/'],
  '/staff/people/:id/suspend/': ['PUT users/:id/suspension/'],
  '/staff/people/:id/reinstate/': ['DELETE users/:id/suspension/'],
  '/staff/people/:id/revert/': ['DELETE users/:id/contributions/'],
  '/staff/comments/hide/': ['PUT comments/:id/hidden/'],
  '/staff/comments/unhide/': ['DELETE comments/:id/hidden/'],
  '/staff/images/:id/': ['PATCH images/:id/'],
  '/staff/images/:id/delete/': ['DELETE images/:id/'],
  '/staff/sources/': ['POST sources/'],
  '/staff/sources/:id/': ['PATCH sources/:id/'],
  '/staff/sources/:id/public/': ['PATCH sources/:id/'],
  '/staff/sources/:id/collections/': ['POST collections/'],
  '/staff/collections/:id/': ['PATCH collections/:id/'],
  '/staff/collections/:id/public/': ['PATCH collections/:id/'],
  '/staff/collections/:id/announce/': ['POST collections/:id/announce/'],
  '/staff/collections/:id/images/': ['PUT collections/:id/images/', 'PATCH images/:id/'],
  '/staff/subjects/:id/': ['PATCH subjects/:id/'],
  '/staff/subjects/:id/merge/': ['POST subjects/:id/merge/'],
  '/staff/licenses/': ['POST licenses/'],
  '/staff/licenses/:id/': ['PATCH licenses/:id/'],
  '/staff/licenses/:id/remove/': ['DELETE licenses/:id/'],
  '/staff/settings/': ['PUT settings/:name/', 'DELETE settings/:name/'],
}

const forms = routes.filter(
  ({ method, errorFormat }) => method === 'POST' && errorFormat === 'page',
)

test('every form of a page has endpoints that do the same, or is for browsers only', () => {
  const known = [...BROWSER_ONLY, ...Object.keys(ENDPOINTS)]
  expect(forms.map(({ path }) => path).toSorted()).toEqual(known.toSorted())
})

test.each(Object.entries(ENDPOINTS))(
  'an app with the right scope can do what %s does',
  (form, names) => {
    const role: Role = form.startsWith('/staff/') ? 'moderator' : 'contributor'
    for (const name of names) {
      const endpoint = routes.find(
        ({ method, path }) => `${method} ${path}` === name.replace(' ', ' /api/v2/'),
      )
      expect([endpoint?.access].flat(), name).toContain(role)
    }
  },
)
