import { CatalogError } from '../base/errors.ts'

/** Values that the browser stores during the redirect to OpenStreetMap, to be verified on return. */
export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
}

/** @throws CatalogError kind `invalid` if the response does not belong to the sign-in of this browser */
export function requireSameState(returned: URL, { state }: PendingSignIn): void {
  if (returned.searchParams.get('state') !== state) throw signInMismatch()
}

export function signInMismatch(): CatalogError {
  return new CatalogError('invalid', ['sign_in_mismatch'])
}

export function signInAlreadyUsed(cause?: unknown): CatalogError {
  return new CatalogError('invalid', ['sign_in_used'], { cause })
}
