import { CatalogError } from '../../core/base/errors.ts'

/** Resolves to null if a request fails because its object does not exist. */
export async function nullIfAbsent<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return null
    throw error
  }
}
