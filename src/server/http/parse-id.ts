import { notFound, type ErrorDetails } from '../../core/base/errors.ts'

/**
 * Parses an id in a path.
 * @param name of the resource, for the error message: `Image not found.`
 * @throws CatalogError kind `not_found` if it is not a number
 */
export function parseId(
  text: string | undefined,
  name: string,
  details?: Pick<ErrorDetails, 'code'>,
): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw notFound(`${name} not found.`, details)
  return Number(text)
}

/** Creates a function that parses the id in the address of a request. @param name as for `parseId` */
export function idOf(name: string) {
  return ({ params }: { params: Record<string, string> }) => ({ id: parseId(params['id'], name) })
}

/** The image in the address of a request. */
export function imageIdOf({ params }: { params: Record<string, string> }): { imageId: number } {
  return { imageId: parseId(params['id'], 'Image', { code: 'image_not_found' }) }
}

/** Parses the id in a field of a form. Returns 0, which no row has, if it is none. */
export function parseFieldId(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0
}
