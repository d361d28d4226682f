/** The parts of OpenAPI 3.1 that this service uses (https://spec.openapis.org/oas/v3.1.1). */

/** JSON Schema, draft 2020-12. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  /** With `explode: false`, the items of a list are separated by commas. */
  style?: 'form'
  explode?: boolean
  schema: JsonSchema
  example?: unknown
}

export interface MediaType {
  schema?: JsonSchema
  example?: unknown
}

export type Content = Record<string, MediaType>

export interface Response {
  description: string
  headers?: Record<string, Reference>
  content?: Content
}

export interface Operation {
  tags: string[]
  summary: string
  operationId: string
  security: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Response>
}

export interface Header {
  description: string
  schema: JsonSchema
}

export interface OpenApi {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    securitySchemes: Record<string, object>
  }
}
