import { z, type ZodType } from 'zod'
import type { JsonSchema } from './types.ts'

/** Whether a schema describes requests or responses. */
export type Direction = 'input' | 'output'

export interface JsonSchemas {
  /** The schemas by the keys of the input. */
  schemas: Record<string, JsonSchema>
  /** Schemas with a name, which others refer to by `$ref`. */
  named: Record<string, JsonSchema>
}

/** Converts zod schemas to JSON Schema. */
export function convertSchemas(schemas: Record<string, ZodType>, io: Direction): JsonSchemas {
  const converted = z.toJSONSchema(z.object(schemas), {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      restoreMeta(zodSchema as unknown as ZodType, jsonSchema as JsonSchema)
      removeKeywords(jsonSchema as JsonSchema, io)
    },
  })
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { properties = {}, $defs = {} } = JSON.parse(text) as JsonSchema & {
    $defs?: Record<string, JsonSchema>
  }
  return { schemas: properties, named: $defs }
}

/** zod drops examples and defaults of transformed schemas; ours describe the value before the transformation. */
function restoreMeta(schema: ZodType, json: JsonSchema): void {
  if (json.$ref !== undefined) return
  const { examples, default: fallback, type } = schema.meta() ?? {}
  if (Array.isArray(examples)) json.examples = examples
  if (fallback !== undefined) json.default = fallback
  if (type !== undefined) delete json.anyOf
}

function removeKeywords(json: JsonSchema, io: Direction): void {
  // Responses may gain members, and clients must ignore those that they do not know.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties
  if (json.format !== undefined) delete json.pattern
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}
