import type { JsonSchema } from './types.ts'

const BY_FORMAT: Record<string, string> = {
  uri: 'https://catalog.example.org/',
  uuid: '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11',
  'date-time': '2024-05-17T09:30:12.482913Z',
}

const BY_TYPE: Record<string, unknown> = {
  string: 'text',
  integer: 1,
  number: 1.5,
  boolean: false,
  null: null,
}

/** A value that fits a schema, put together from the examples of its parts. */
export function exampleOf(schema: JsonSchema, named: Record<string, JsonSchema>): unknown {
  const whole = resolve(schema, named)
  const { examples, const: constant, enum: choices, anyOf, oneOf } = whole
  if (examples?.length) return examples[0]
  if (constant !== undefined) return constant
  if (choices?.length) return choices[0]
  const [option] = anyOf ?? oneOf ?? []
  return option ? exampleOf(option, named) : exampleOfType(whole, named)
}

export function resolve(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  return schema.$ref === undefined ? schema : (named[nameOf(schema.$ref)] ?? {})
}

/** `#/components/schemas/Image` → `Image`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function exampleOfType(schema: JsonSchema, named: Record<string, JsonSchema>): unknown {
  const type = [schema.type].flat()[0] ?? 'string'
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name, member]) => schema.required?.includes(name) || member.examples,
    )
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, named)]))
  }
  if (type === 'array') return exampleList(schema, named)
  return BY_FORMAT[schema.format ?? ''] ?? BY_TYPE[type]
}

function exampleList({ items, prefixItems }: JsonSchema, named: Record<string, JsonSchema>) {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, named))
  return items ? [exampleOf(items, named)] : []
}
