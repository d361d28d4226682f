import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../core/auth/caller.ts'
import type { Catalog } from '../core/catalog.ts'
import type { FieldErrors } from '../core/errors.ts'
import { isAnswered } from '../core/queries/answered-key.ts'
import { findUnknownReferences } from '../core/queries/import-references.ts'

/**
 * The license and the subjects of a body that the catalog does not have. A request that repeats an answered
 * one gets the first answer, whatever has become of what its body names.
 */
export async function checkReferences(
  body: unknown,
  { catalog, caller, headers }: { catalog: Catalog; caller: Caller; headers: IncomingHttpHeaders },
): Promise<FieldErrors> {
  const unknown = await findUnknownReferences(catalog.reads, body)
  const key = headers['idempotency-key']
  if (key === undefined || Object.keys(unknown).length === 0) return unknown
  return (await isAnswered(catalog.reads, caller.userId, String(key))) ? {} : unknown
}
