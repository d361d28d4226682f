import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { CatalogError } from '../core/errors.ts'

const batchId = z.uuid()

/** The header as the OpenAPI document describes it. */
export const batchHeaders = z.object({
  'Batch-Id': batchId
    .optional()
    .describe(
      'A UUID that the caller chooses. Requests with the same one are a batch: the audit log records it, and it can be reverted as one.',
    ),
})

/** Returns the request's Batch-Id, if any. @throws CatalogError kind `invalid` */
export function parseBatchId(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['batch-id']
  if (id === undefined) return undefined
  const { data } = batchId.safeParse(id)
  if (data !== undefined) return data.toLowerCase()
  throw new CatalogError('invalid', 'The Batch-Id header must be a UUID.')
}
