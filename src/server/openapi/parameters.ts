import type { Route } from '../route.ts'
import type { JsonSchema, Parameter } from './types.ts'

const IN_PATHS: Record<string, JsonSchema> = {
  id: { type: 'integer', examples: [12] },
  slot: { type: 'string', format: 'uuid', examples: ['7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'] },
  generation: { type: 'string', examples: ['q3nVbZ0pT4yXw7Le'] },
  name: { type: 'string', examples: ['thumbnail'] },
  extension: { type: 'string', examples: ['jpg'] },
}

/** `/images/:id/` → `/images/{id}/`. */
export function templateOf({ path }: Route): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

export function pathParameters({ path }: Route): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    parameter(name, 'path', { required: true, schema: IN_PATHS[name] ?? { type: 'string' } }),
  )
}

/** One parameter for each member of an object's schema. */
export function memberParameters(
  { properties = {}, required = [] }: JsonSchema,
  place: 'query' | 'header',
): Parameter[] {
  return Object.entries(properties).map(([name, schema]) =>
    parameter(name, place, { required: required.includes(name), schema }),
  )
}

function parameter(
  name: string,
  place: Parameter['in'],
  { required, schema }: { required: boolean; schema: JsonSchema },
): Parameter {
  const { description, examples, ...rest } = schema
  return {
    name,
    in: place,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    ...(rest.type === 'array' && { style: 'form', explode: false }),
    schema: rest,
    ...(examples && { example: examples[0] }),
  }
}
