import { nameOf } from '../../openapi/example.ts'
import type { JsonSchema } from '../../openapi/types.ts'
import { html, type Html, type HtmlValue } from '../../../core/html.ts'

const FORMATS: Record<string, string> = {
  uri: 'URL',
  uuid: 'UUID',
  'date-time': 'UTC timestamp',
}

const PLURALS: Record<string, string> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
}

/** Describes the type of a value, with a link if its schema has a name. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, oneOf, const: constant, enum: choices, type } = schema
  if ($ref !== undefined) return shapeLink(nameOf($ref))
  const options = anyOf ?? oneOf
  if (options) return either(options.map(typeOf))
  if (constant !== undefined) return code(constant)
  if (choices) return either(choices.filter((choice) => choice !== '').map(code))
  const types = [type ?? 'anything'].flat()
  return either(types.map((one) => simpleType(one, schema)))
}

export function shapeLink(name: string): Html {
  return html`<a href="#shape-${name}">${name}</a>`
}

function simpleType(type: string, schema: JsonSchema): Html {
  const { items, prefixItems, format, additionalProperties } = schema
  if (prefixItems) return html`[${separated(prefixItems.map(typeOf), ', ')}]`
  if (type === 'array') return html`list of ${items ? pluralOf(items) : 'anything'}`
  if (type === 'object' && typeof additionalProperties === 'object' && !schema.properties)
    return html`object of ${typeOf(additionalProperties)} by name`
  return html`${(type === 'string' && FORMATS[format ?? '']) || type}${limits(schema)}`
}

function pluralOf(schema: JsonSchema): Html | string {
  const { type, enum: choices, format } = schema
  const plural = PLURALS[String(type)]
  return plural === undefined || choices || format ? typeOf(schema) : plural
}

function limits({ minimum, maximum, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`
  return minimum === undefined ? '' : `, at least ${minimum}`
}

function either(options: Html[]): Html {
  return separated(options, ' or ')
}

function separated(parts: Html[], between: string): Html {
  return html`${parts.map((part, index): HtmlValue => [index > 0 && between, part])}`
}

function code(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`
}
