import type { ResponseDeclaration } from '../http/route.ts'

/** Declares the responses of a route that sends files of these content types. */
export function fileResponses(...types: string[]): Record<number, ResponseDeclaration> {
  return {
    200: { description: 'The file.', types },
    206: { description: 'The requested range of the file.', types },
    304: { description: 'Not modified: the file still matches If-None-Match.' },
    416: { description: 'The requested range lies outside the file.' },
  }
}
