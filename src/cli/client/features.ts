import type { HttpResponse } from './transport.ts'

/** Reads the extensions that the instance lists in the header `Catalog-Features`. */
export function readFeatures({ headers }: Pick<HttpResponse, 'headers'>): string[] {
  return (headers['catalog-features'] ?? '').split(',').map((name) => name.trim())
}
