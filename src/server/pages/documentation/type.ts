import { schemaName } from '../../openapi/example.ts'
import type { JsonSchema } from '../../openapi/types.ts'
import { html, type Html, type HtmlValue } from '../../../core/base/html.ts'

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

/** Describes the type of a value, with a link if the schema is a named one. */
export function renderType(schema: JsonSchema): Html {
  const { $ref, anyOf, oneOf, const: constant, enum: choices, type } = schema
  if ($ref !== undefined) return linkSchema(schemaName($ref))
  const options = anyOf ?? oneOf
  if (options) return joinWithOr(options.map(renderType))
  if (constant !== undefined) return renderCode(constant)
  if (choices) return joinWithOr(choices.filter((choice) => choice !== '').map(renderCode))
  const types = [type ?? 'anything'].flat()
  return joinWithOr(types.map((one) => renderSimpleType(one, schema)))
}

function linkSchema(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`
}

function renderSimpleType(type: string, schema: JsonSchema): Html {
  const { items, prefixItems, format, additionalProperties } = schema
  if (prefixItems) return html`[${join(prefixItems.map(renderType), ', ')}]`
  if (type === 'array') return html`list of ${items ? renderPlural(items) : 'anything'}`
  if (type === 'object' && typeof additionalProperties === 'object' && !schema.properties)
    return html`object of ${renderType(additionalProperties)} by name`
  return html`${(type === 'string' && FORMATS[format ?? '']) || type}${describeLimits(schema)}`
}

function renderPlural(schema: JsonSchema): Html | string {
  const { type, enum: choices, format } = schema
  const plural = PLURALS[String(type)]
  return plural === undefined || choices || format ? renderType(schema) : plural
}

function describeLimits({ minimum, maximum, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`
  return minimum === undefined ? '' : `, at least ${minimum}`
}

function joinWithOr(options: Html[]): Html {
  return join(options, ' or ')
}

function join(parts: Html[], between: string): Html {
  return html`${parts.map((part, index): HtmlValue => [index > 0 && between, part])}`
}

function renderCode(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`
}
