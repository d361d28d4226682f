import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

/** Query parameters that narrow a queue. They are those of the list of images. */
const SCOPE_PARAMETERS = [
  'source',
  'collection',
  'subject',
  'creator',
  'year_min',
  'year_max',
  'from_above',
  'in_bbox',
  'id',
] as const

/** The images among which somebody works, such as those of one collection and some years. */
export type Scope = Readonly<Partial<Record<(typeof SCOPE_PARAMETERS)[number], string>>>

/** Reads the scope of a query; parameters of other kinds are left out. */
export function readScope(query: string | Record<string, string>): Scope {
  const given = new URLSearchParams(query)
  return Object.fromEntries(
    SCOPE_PARAMETERS.flatMap((name) => {
      const value = given.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}

/** Returns a path within a scope: `/georeference/?collection=3&image=12`. */
export function pathInScope(
  path: string,
  scope: Scope,
  others: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...scope, ...others }).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Hidden fields of the parameters, as in the address. @param options.form id of their form */
export function scopeInputs(
  scope: Scope,
  { without, form }: { without: readonly string[]; form: string },
): Html[] {
  return Object.entries(scope)
    .filter(([name]) => !without.includes(name))
    .map(
      ([name, value]) =>
        html`<input type="hidden" name="${name}" value="${value}" form="${form}" />`,
    )
}

export function scopeField(scope: Scope): Html {
  return html`<input type="hidden" name="scope" value="${new URLSearchParams(scope).toString()}" />`
}

/** Says in which scope the next images are, with a link to all; nothing without one. */
export function renderScope(
  { links, messages: { editor, images } }: Visit,
  path: string,
  { scope, names }: { scope: Scope; names: readonly string[] },
): Html | null {
  const { year_min: min, year_max: max, creator, in_bbox: box, from_above: view, id } = scope
  const parts = [
    ...names,
    ...(creator === undefined ? [] : [creator]),
    ...(box === undefined ? [] : [editor.inArea]),
    ...(id === undefined ? [] : [editor.chosen(id.split(',').length)]),
    ...(view === undefined ? [] : [view === 'true' ? images.fromAbove : images.fromGround]),
    ...(min === undefined ? [] : [editor.since(min)]),
    ...(max === undefined ? [] : [editor.until(max)]),
  ]
  if (parts.length === 0) return null
  return html`<p class="scope">
    ${editor.scope} <bdi>${parts.join(', ')}</bdi> ·
    <a href="${links.base(path)}">${editor.allImages}</a>
  </p>`
}
