import { expect, test } from 'vitest'
import { parseRegistration } from '../../../../src/core/auth/registration.ts'
import { appRegistration } from '../../../../src/core/contract/app.ts'
import { parseFields } from '../../../../src/core/contract/parse-fields.ts'
import type { CatalogError } from '../../../../src/core/base/errors.ts'

const app = {
  name: 'Importer',
  redirect_uris: 'https://app.example.org/cb',
  client_type: 'public',
}

function wrongFields(request: unknown): string[] {
  try {
    parseRegistration(parseFields(appRegistration, request))
    return []
  } catch (error) {
    return Object.keys((error as CatalogError).details.fields ?? {})
  }
}

test.each([
  [{ ...app, name: ' ' }, 'name'],
  [{ ...app, name: null }, 'name'],
  [{ ...app, name: 7 }, 'name'],
  [{ ...app, name: 'x'.repeat(201) }, 'name'],
  [{ ...app, name: 'Nice\u202eppa' }, 'name'],
  [{ ...app, name: undefined, client_name: 'two\nlines' }, 'client_name'],
  [{ ...app, redirect_uris: undefined }, 'redirect_uris'],
  [{ ...app, redirect_uris: [] }, 'redirect_uris'],
  [{ ...app, redirect_uris: ' ' }, 'redirect_uris'],
  [{ ...app, redirect_uris: [7] }, 'redirect_uris'],
  [{ ...app, redirect_uris: ['https://a.org/ https://b.org/'] }, 'redirect_uris'],
  [
    { ...app, redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.org/${n}`) },
    'redirect_uris',
  ],
  [{ ...app, client_type: 'secret' }, 'client_type'],
  [{ ...app, token_endpoint_auth_method: 'client_secret_post' }, 'token_endpoint_auth_method'],
  [{ ...app, token_endpoint_auth_method: 'client_secret_basic' }, 'token_endpoint_auth_method'],
  [{ ...app, grant_types: 'authorization_code' }, 'grant_types'],
])('rejects %j because of its %s', (request, field) => {
  expect(wrongFields(request)).toEqual([field])
})

test('trims names, removes duplicate redirect URIs, and accepts both vocabularies', () => {
  const words = {
    name: ' Importer ',
    redirect_uris: 'https://a.org/ https://a.org/\thttps://b.org/',
  }
  const expected = { name: 'Importer', redirectUris: ['https://a.org/', 'https://b.org/'] }
  expect(parseRegistration({ ...words, client_type: 'public' })).toEqual({
    ...expected,
    confidential: false,
    grantTypes: ['authorization_code', 'refresh_token'],
  })
  expect(
    parseRegistration({
      client_name: 'Importer',
      redirect_uris: ['https://a.org/', 'https://b.org/'],
      token_endpoint_auth_method: 'client_secret_basic',
    }),
  ).toMatchObject({ ...expected, confidential: true })
})
