import type { Route } from '../http/route.ts'
import type { JsonSchema, Parameter } from './types.ts'

const PATH_SCHEMAS: Record<string, JsonSchema> = {
  id: { type: 'integer', examples: [12] },
  slot: { type: 'string', format: 'uuid', examples: ['7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'] },
  generation: { type: 'string', examples: ['q3nVbZ0pT4yXw7Le'] },
  name: { type: 'string', examples: ['thumbnail'] },
  range: { type: 'string', examples: ['1-1000'] },
  extension: { type: 'string', examples: ['jpg'] },
  identifier: { type: 'string', examples: ['12-q3nVbZ0pT4yXw7Le'] },
  region: { type: 'string', examples: ['square'] },
  size: { type: 'string', examples: ['!300,300'] },
  rotation: { type: 'string', examples: ['0'] },
  quality: { type: 'string', examples: ['default'] },
  format: { type: 'string', examples: ['jpg'] },
  z: { type: 'integer', examples: [8] },
  x: { type: 'integer', examples: [133] },
  y: { type: 'integer', examples: [89] },
}

/** `/images/:id/` → `/images/{id}/`. */
export function toPathTemplate({ path }: Route): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

export function buildPathParameters({ path }: Route): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    buildParameter(name, 'path', {
      required: true,
      schema: PATH_SCHEMAS[name] ?? { type: 'string' },
    }),
  )
}

/** One parameter for each member of an object's schema. */
export function buildParameters(
  { properties = {}, required = [] }: JsonSchema,
  location: 'query' | 'header',
): Parameter[] {
  return Object.entries(properties).map(([name, schema]) =>
    buildParameter(name, location, { required: required.includes(name), schema }),
  )
}

function buildParameter(
  name: string,
  location: Parameter['in'],
  { required, schema }: { required: boolean; schema: JsonSchema },
): Parameter {
  const { description, examples, ...rest } = schema
  return {
    name,
    in: location,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    ...(rest.type === 'array' && { style: 'form', explode: false }),
    schema: rest,
    ...(examples && { example: examples[0] }),
  }
}
