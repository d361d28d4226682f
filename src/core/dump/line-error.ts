import { CatalogError } from '../base/errors.ts'

/** An invalid field of a line. The reader of the dump adds the file and the line number. */
export class BadField extends Error {
  readonly field: string

  constructor(field: string, problem: string) {
    super(problem)
    this.name = 'BadField'
    this.field = field
  }
}

/** `…/catalog.ndjson, line 12: title: is missing.` */
export function lineError(place: { path: string; number: number }, problem: string): CatalogError {
  const sentence = problem.endsWith('.') ? problem : `${problem}.`
  return new CatalogError('invalid', `${place.path}, line ${place.number}: ${sentence}`)
}

export function fieldError(place: { path: string; number: number }, bad: BadField): CatalogError {
  return lineError(place, `${bad.field}: ${bad.message}`)
}

/** Runs work on a line and converts a BadField to an error that names the line. */
export async function withLineNumber(
  place: { path: string; number: number },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof BadField ? fieldError(place, error) : error
  }
}
