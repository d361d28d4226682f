import { CatalogError } from '../../core/base/errors.ts'

export function createNotSignedInError(url: string): CatalogError {
  return new CatalogError('unauthenticated', `You are not signed in to ${url}.`, {
    code: 'not_signed_in',
  })
}

/** The error of signing out where nothing is stored, so it does not suggest a sign-in. */
export function createNothingStoredError(url: string): CatalogError {
  return new CatalogError('unauthenticated', `No tokens are stored for ${url}.`, {
    code: 'not_signed_in',
    hint: null,
  })
}
