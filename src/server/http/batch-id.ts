import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { batchUuid } from '../../core/contract/audit.ts'
import { CatalogError } from '../../core/base/errors.ts'

/** The header as the OpenAPI document describes it. */
export const batchHeaders = z.object({
  'Batch-Id': batchUuid
    .optional()
    .describe(
      'A UUID that the caller chooses. Requests with the same one are a batch: the audit log records it, and it can be reverted as one.',
    ),
})

/** Returns the request's Batch-Id, if any. @throws CatalogError kind `invalid` */
export function parseBatchId(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['batch-id']
  if (id === undefined) return undefined
  const { data } = batchUuid.safeParse(id)
  if (data !== undefined) return data
  throw new CatalogError('invalid', 'The Batch-Id header must be a UUID.')
}
