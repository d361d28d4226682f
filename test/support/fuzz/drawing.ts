import type { OpenApi, Operation } from '../../../src/server/openapi/types.ts'
import type { SchemaDraws } from './from-schema.ts'
import type { Below } from '../seeded-numbers.ts'

/** Existing objects of the server, so that requests get past the first check. */
export interface Known {
  tokens: { reader: string; importer: string }
  cookie: string
  clientId: string
  /** Values for path parameters: ids, generations, names. */
  pathValues: Record<string, readonly string[]>
  /** Open slots with their upload addresses; grows while the campaign runs. */
  slots: { id: string; target: string }[]
  picture: Buffer
}

/** The inputs for drawing the parts of one request. */
export interface Drawing {
  document: OpenApi
  operation: Operation
  below: Below
  draws: SchemaDraws
  known: Known
}
