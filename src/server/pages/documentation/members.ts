import type { JsonSchema, Parameter } from '../../openapi/types.ts'
import { html, type Html } from '../../../core/html.ts'
import { inAddress, prose } from './prose.ts'
import { typeOf } from './type.ts'

/** The members of an object, with nested objects indented below. */
export function memberList({ properties = {}, required = [] }: JsonSchema): Html {
  return html`<dl class="members">
    ${Object.entries(properties).map(([name, schema]) =>
      entry({ name, schema, note: required.includes(name) ? '' : 'optional' }),
    )}
  </dl>`
}

export function parameterList(parameters: readonly Parameter[]): Html {
  return html`<dl class="members">
    ${parameters.map(({ name, schema, description, ...parameter }) =>
      entry({
        name,
        schema: { ...schema, ...(description !== undefined && { description }) },
        note: noteOf(parameter),
      }),
    )}
  </dl>`
}

const PLACES = { query: '', path: 'path', header: 'header' }

function noteOf({ in: place, required, explode }: Pick<Parameter, 'in' | 'required' | 'explode'>) {
  const notes = [
    explode === false && 'separated by commas',
    PLACES[place],
    required && place !== 'path' && 'required',
  ]
  return notes.filter(Boolean).join(', ')
}

function entry({ name, schema, note }: { name: string; schema: JsonSchema; note: string }): Html {
  const { description, default: fallback, properties } = schema
  return html`<div>
    <dt><code>${name}</code></dt>
    <dd>
      <span class="soft"
        >${typeOf(schema)}${note !== '' && `, ${note}`}${
          fallback !== undefined && html`, default <code>${inAddress(fallback)}</code>`
        }</span
      >
      ${description !== undefined && html`<br />${prose(description)}`}
      ${properties && memberList(schema)}
    </dd>
  </div>`
}
