import { z } from 'zod'
import { html, type Html } from '../../../core/base/html.ts'
import {
  CHANGED_MEANWHILE,
  listChanged,
  listCollisions,
  type SeenEdit,
} from '../../../core/model/seen-values.ts'
import { emptyDraft, type Draft } from '../draft.ts'
import { withDraft } from '../parts/drafts.ts'
import type { Field } from '../parts/fields.ts'
import type { Visit } from '../visit.ts'

/**
 * Forms of records contain the values that they had when they were opened, in the hidden field `loaded`. So a form
 * writes only what its user changed, and notices that another person has changed the same fields since then.
 */

type Strings = Readonly<Partial<Record<string, string>>>

/** Describes the response to a form that another person has overtaken. */
export const CHANGED =
  'Another person has changed the same fields meanwhile. The page shows the form with both values.'

/** The schema of the hidden field. */
export const loadedField = z.object({
  loaded: z.string().optional().describe('The values that the form had, as JSON.'),
})

/** Reads what a user changed in a form with these fields. */
export function readSeen(names: readonly string[], values: Strings): SeenEdit {
  const loaded = parseLoaded(values['loaded'])
  return { changed: listChanged(names, values, loaded), loaded, values }
}

function parseLoaded(json = ''): Strings {
  try {
    const parsed = z.record(z.string(), z.string()).safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

/** The values of the fields that the user changed. */
export function pickChanged({ changed, values }: SeenEdit): Record<string, unknown> {
  return Object.fromEntries(changed.map((name) => [name, values[name]]))
}

/** The form with what the user entered and, if another person has changed the same fields, with what is stored. */
export function withStoredValues(
  names: readonly string[],
  draft: Draft,
  current: Draft['values'],
): Draft {
  if (draft.code !== CHANGED_MEANWHILE) return draft
  const seen = readSeen(names, draft.values)
  const both = listCollisions(seen.changed, { ...seen, current })
  const changed = seen.changed.map((name) => [name, draft.values[name] ?? ''])
  return {
    ...draft,
    values: {
      ...draft.values,
      ...current,
      ...Object.fromEntries(changed),
      loaded: JSON.stringify(current),
    },
    stored: Object.fromEntries(both.map((name) => [name, current[name] ?? ''])),
  }
}

/** The form of a record: as it is stored, or with what the user entered, as `withStoredValues`. */
export function toRecordDraft(
  names: readonly string[],
  entered: Draft | undefined,
  current: Draft['values'],
): Draft {
  return entered ? withStoredValues(names, entered, current) : emptyDraft(current)
}

/** The hidden field with the values that the form starts with. */
export function renderLoadedField({ values }: Draft): Html {
  const loaded = values['loaded'] ?? JSON.stringify(values)
  return html`<input type="hidden" name="loaded" value="${loaded}" />`
}

/** Adds the user's input to a field, its error, and the value that others have stored since the form was opened. */
export function toField(
  { messages }: Visit,
  draft: Draft,
  field: Omit<Field, 'value' | 'problem'>,
): Field {
  const stored = draft.stored?.[field.name]
  const hint = stored === undefined ? field.hint : messages.imageForm.storedMeanwhile(stored)
  return withDraft(draft, { ...field, hint })
}

/** Browsers remove line breaks from a field of one line. */
export function toLine(text: string | null): string {
  return (text ?? '').replace(/[\r\n]+/g, '')
}

/** The text of a field of several lines, with the line breaks that forms are read with. */
export function toLines(text: string | null): string {
  return (text ?? '').replace(/\r\n?/g, '\n')
}
