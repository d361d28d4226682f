import type { OpenApi, Operation } from '../../../src/server/openapi/types.ts'
import type { SchemaDraws } from './from-schema.ts'
import type { Below } from '../seeded-numbers.ts'

/** What the server really has, so that not every request ends at the first check. */
export interface Known {
  tokens: { reader: string; importer: string }
  cookie: string
  clientId: string
  /** Texts that stand for placeholders of paths: ids, generations, names. */
  pathValues: Record<string, readonly string[]>
  /** Open slots and where their uploads go; grows while the campaign runs. */
  slots: { id: string; target: string }[]
  picture: Buffer
}

/** What drawing the parts of one request takes. */
export interface Drawing {
  document: OpenApi
  operation: Operation
  below: Below
  draws: SchemaDraws
  known: Known
}
