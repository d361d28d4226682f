import { z, type ZodType } from 'zod'
import type { JsonSchema } from './types.ts'

/** What a request may hold, or what an answer holds. */
export type Direction = 'input' | 'output'

export interface Converted {
  /** By the keys that were given. */
  schemas: Record<string, JsonSchema>
  /** The shapes that have names, which the others refer to. */
  named: Record<string, JsonSchema>
}

/** The schemas that validate, as JSON Schema. */
export function convertSchemas(given: Record<string, ZodType>, io: Direction): Converted {
  const whole = z.toJSONSchema(z.object(given), {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      restoreMeta(zodSchema as unknown as ZodType, jsonSchema as JsonSchema)
      removeKeywords(jsonSchema as JsonSchema, io)
    },
  })
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { properties = {}, $defs = {} } = JSON.parse(text) as JsonSchema & {
    $defs?: Record<string, JsonSchema>
  }
  return { schemas: properties, named: $defs }
}

/** zod takes these of what it transforms for values after the transformation; here they never are. */
function restoreMeta(schema: ZodType, json: JsonSchema): void {
  if (json.$ref !== undefined) return
  const { examples, default: fallback, type } = schema.meta() ?? {}
  if (Array.isArray(examples)) json.examples = examples
  if (fallback !== undefined) json.default = fallback
  if (type !== undefined) delete json.anyOf
}

function removeKeywords(json: JsonSchema, io: Direction): void {
  // Clients must let answers gain members, although our tests don't.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties
  if (json.format !== undefined) delete json.pattern
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}
