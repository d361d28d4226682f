import type { JsonSchema, OpenApi } from '../../../src/server/openapi/types.ts'
import type { Below } from '../seeded-numbers.ts'
import { chance, hostileJson, hostileText, pick } from './hostile-values.ts'

/** Draws valid and invalid values of a schema. */
export interface SchemaDraws {
  /** Returns a valid value; usually one of the examples. */
  value(schema: JsonSchema | undefined): unknown
  /** Returns a value with an error. */
  mutated(schema: JsonSchema | undefined): unknown
}

export function drawsFrom(document: OpenApi, below: Below): SchemaDraws {
  const resolve = (schema: JsonSchema | undefined): JsonSchema => {
    const { $ref } = schema ?? {}
    if ($ref === undefined) return schema ?? {}
    return resolve(document.components.schemas[$ref.split('/').at(-1) ?? ''])
  }

  function value(given: JsonSchema | undefined): unknown {
    const schema = resolve(given)
    const { examples, enum: choices, const: only, type = 'string' } = schema
    if (only !== undefined) return only
    if (choices && chance(below, 70)) return pick(below, choices)
    if (examples && chance(below, 60)) return pick(below, examples)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return value(pick(below, options))
    return valueOfType(schema, pick(below, [type].flat()))
  }

  function valueOfType(schema: JsonSchema, type: string): unknown {
    switch (type) {
      case 'object':
        return members(schema)
      case 'array':
        return Array.from({ length: below(4) }, () => value(schema.items))
      case 'integer':
        return below(50)
      case 'number':
        return below(3600) / 10 - 180
      case 'boolean':
        return chance(below, 50)
      case 'null':
        return null
      default:
        return hostileText(below)
    }
  }

  function members(schema: JsonSchema): Record<string, unknown> {
    const { properties = {}, required = [] } = schema
    const present = Object.keys(properties).filter(
      (name) => required.includes(name) || chance(below, 60),
    )
    return Object.fromEntries(present.map((name) => [name, value(properties[name])]))
  }

  return {
    value,
    mutated(schema) {
      const whole = value(schema)
      if (typeof whole !== 'object' || whole === null || chance(below, 8)) return hostileJson(below)
      if (Array.isArray(whole)) return [...(whole as unknown[]), hostileJson(below)]
      return mutateMember(whole as Record<string, unknown>, below)
    },
  }
}

function mutateMember(whole: Record<string, unknown>, below: Below): unknown {
  const name = pick(below, [...Object.keys(whole), 'unknown'])
  switch (below(4)) {
    case 0: {
      const { [name]: _, ...others } = whole
      return others
    }
    case 1:
      return { ...whole, [hostileText(below)]: hostileJson(below) }
    default:
      return { ...whole, [name]: hostileJson(below) }
  }
}
