import type { JsonSchema, Parameter } from '../../openapi/types.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { formatValue, renderProse } from './prose.ts'
import { renderType } from './type.ts'

/** Lists the members of an object, with those of nested objects indented. */
export function renderMembers({ properties = {}, required = [] }: JsonSchema): Html {
  return html`<dl class="members">
    ${Object.entries(properties).map(([name, schema]) =>
      renderEntry({ name, schema, note: required.includes(name) ? '' : 'optional' }),
    )}
  </dl>`
}

export function renderParameters(parameters: readonly Parameter[]): Html {
  return html`<dl class="members">
    ${parameters.map(({ name, schema, description, ...parameter }) =>
      renderEntry({
        name,
        schema: { ...schema, ...(description !== undefined && { description }) },
        note: describeParameter(parameter),
      }),
    )}
  </dl>`
}

const LOCATIONS = { query: '', path: 'path', header: 'header' }

function describeParameter({
  in: location,
  required,
  explode,
}: Pick<Parameter, 'in' | 'required' | 'explode'>) {
  const notes = [
    explode === false && 'separated by commas',
    LOCATIONS[location],
    required && location !== 'path' && 'required',
  ]
  return notes.filter(Boolean).join(', ')
}

function renderEntry({
  name,
  schema,
  note,
}: {
  name: string
  schema: JsonSchema
  note: string
}): Html {
  const { description, default: fallback, properties } = schema
  return html`<div>
    <dt><code>${name}</code></dt>
    <dd>
      <span class="soft"
        >${renderType(schema)}${note !== '' && `, ${note}`}${
          fallback !== undefined && html`, default <code>${formatValue(fallback)}</code>`
        }</span
      >
      ${description !== undefined && html`<br />${renderProse(description)}`}
      ${properties && renderMembers(schema)}
    </dd>
  </div>`
}
