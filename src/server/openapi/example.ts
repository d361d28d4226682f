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

/** Builds a valid value from the examples in a schema. */
export function buildExample(schema: JsonSchema, named: Record<string, JsonSchema>): unknown {
  const resolved = resolveReference(schema, named)
  const { examples, const: constant, enum: choices, anyOf, oneOf } = resolved
  if (examples?.length) return examples[0]
  if (constant !== undefined) return constant
  if (choices?.length) return choices[0]
  const [option] = anyOf ?? oneOf ?? []
  return option ? buildExample(option, named) : buildExampleOfType(resolved, named)
}

function resolveReference(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  return schema.$ref === undefined ? schema : (named[schemaName(schema.$ref)] ?? {})
}

/** `#/components/schemas/Image` → `Image`. */
export function schemaName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function buildExampleOfType(schema: JsonSchema, named: Record<string, JsonSchema>): unknown {
  const type = [schema.type].flat()[0] ?? 'string'
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name, member]) => schema.required?.includes(name) || member.examples,
    )
    return Object.fromEntries(members.map(([name, member]) => [name, buildExample(member, named)]))
  }
  if (type === 'array') return buildExampleList(schema, named)
  return BY_FORMAT[schema.format ?? ''] ?? BY_TYPE[type]
}

function buildExampleList({ items, prefixItems }: JsonSchema, named: Record<string, JsonSchema>) {
  if (prefixItems) return prefixItems.map((item) => buildExample(item, named))
  return items ? [buildExample(items, named)] : []
}
