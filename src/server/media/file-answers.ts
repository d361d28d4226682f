import type { SpecialAnswer } from '../route.ts'

/** What a route answers that sends files of this type. */
export function fileAnswers(type: string): Record<number, SpecialAnswer> {
  return {
    200: { description: 'The file.', types: [type] },
    206: { description: 'The part of the file that Range asked for.', types: [type] },
    304: { description: 'Nothing has changed since that ETag.' },
    416: { description: 'The file has no such part.' },
  }
}
