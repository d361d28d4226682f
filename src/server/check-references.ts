import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../core/auth/caller.ts'
import type { Catalog } from '../core/catalog.ts'
import type { FieldProblems } from '../core/errors.ts'
import { hasRecordedResponse } from '../core/queries/idempotency-keys.ts'
import { findUnknownReferences } from '../core/queries/import-references.ts'

/**
 * Returns errors for an unknown license or unknown subjects in a body. There are none if the request repeats one
 * that already has a response, since it gets the same response again.
 */
export async function checkReferences(
  body: unknown,
  { catalog, caller, headers }: { catalog: Catalog; caller: Caller; headers: IncomingHttpHeaders },
): Promise<FieldProblems> {
  const unknown = await findUnknownReferences(catalog.reads, body)
  const key = headers['idempotency-key']
  if (key === undefined || Object.keys(unknown).length === 0) return unknown
  return (await hasRecordedResponse(catalog.reads, caller.userId, String(key))) ? {} : unknown
}
