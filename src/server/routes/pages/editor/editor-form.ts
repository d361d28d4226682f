import { z } from 'zod'
import { optionalId, requiredChoice, requiredId } from '../../../../core/contract/fields.ts'
import { optionalProse, REQUIRED } from '../../../../core/contract/text-fields.ts'
import { CONFIDENCES } from '../../../../core/model/confidences.ts'
import { MAX_NOTES } from '../../../pages/editor/fields.ts'
import { pathInScope, readScope } from '../../../pages/editor/scope.ts'

/** Query parameters of the message about the last image. */
export const doneQuery = z.object({
  done: z.string().optional().describe('What happened to the last image.'),
  last: z.string().optional().describe('Id of the last image.'),
})

/** Query parameters with which the editor of points starts, such as those of the address that the sign-in leads back to. */
export const START_FIELDS = [
  'image',
  'position',
  'direction',
  'confidence_notes',
  'previous',
] as const

/** The outline of an area may have thousands of corners. */
export const MAX_EDITOR_BYTES = 512 * 1024

/** Fields that the forms of both editors share. */
export const editorFields = {
  image: requiredId(),
  confidence: requiredChoice(CONFIDENCES),
  confidence_notes: optionalProse(MAX_NOTES),
  previous: optionalId().describe('Id of the newest georeference that the page showed.'),
  meant: z.string().optional().describe('Says that an unlikely position is meant.'),
  scope: z.string().optional().describe('Query of the images among which the user works.'),
  after: z
    .string()
    .optional()
    .describe('`next` leads to the next image, anything else to this one.'),
}

/** Requires notes on a guess, also if other fields are invalid. */
export const NOTES_ON_A_GUESS = {
  path: ['confidence_notes'],
  message: REQUIRED,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

export function hasNotesOnAGuess(fields: {
  confidence?: unknown
  confidence_notes?: unknown
}): boolean {
  const { confidence, confidence_notes: notes } = fields
  return confidence !== 'low' || (typeof notes === 'string' && notes.trim() !== '')
}

interface Finished {
  image: number
  scope?: string | undefined
  after?: string | undefined
}

/** Returns the path after a placement: of the next image of the scope, or of the page of the image. */
export function pathAfter({ image, scope, after }: Finished): string {
  return after === 'image' ? `/${image}/` : nextPath('placed', { image, scope })
}

/** The path of the next image of a scope, which says what happened to the last one. */
export function nextPath(
  done: 'placed' | 'skipped' | 'flagged',
  { image, scope }: Pick<Finished, 'image' | 'scope'>,
): string {
  return pathInScope('/georeference/', readScope(scope ?? ''), { done, last: String(image) })
}

/**
 * The path of an editor with what was typed, as far as it fits, to which the sign-in leads back. An empty `previous` says
 * that the user saw no placement.
 */
export function pathOfDraft(path: string, body: unknown, names: readonly string[]): string {
  if (!(body instanceof URLSearchParams)) return path
  const values = names.flatMap((name) => {
    const value = body.get(name)?.trim()
    const isTyped = value !== undefined && (value !== '' || name === 'previous')
    return isTyped ? [[name, value] as const] : []
  })
  const query = { ...readScope(body.get('scope') ?? ''), ...Object.fromEntries(values) }
  return pathInScope(path, takeFitting(query))
}

/** The sign-in encodes a path again, so that a longer query would not fit into the header of its response. */
const MAX_QUERY_LENGTH = 2000

function takeFitting(query: Readonly<Record<string, string>>): Record<string, string> {
  const fitting = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    fitting.append(name, value)
    if (fitting.toString().length > MAX_QUERY_LENGTH) fitting.delete(name)
  }
  return Object.fromEntries(fitting)
}
