import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../../core/auth/caller.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Reads } from '../../core/database/store.ts'
import type { FieldProblems } from '../../core/base/errors.ts'
import { hasRecordedResponse } from '../../core/queries/site/idempotency-keys.ts'

interface CheckRequest {
  catalog: Pick<Catalog, 'reads'>
  caller: Pick<Caller, 'userId'>
  headers: IncomingHttpHeaders
}

/**
 * Creates a check of bodies against the database, such as for unknown subjects. It finds nothing if the request repeats
 * one that already has a response, since it gets the same response again.
 */
export function checkUnlessRepeated(find: (reads: Reads, body: unknown) => Promise<FieldProblems>) {
  return async (
    body: unknown,
    { catalog: { reads }, caller, headers }: CheckRequest,
  ): Promise<FieldProblems> => {
    const problems = await find(reads, body)
    const key = headers['idempotency-key']
    if (key === undefined || Object.keys(problems).length === 0) return problems
    return (await hasRecordedResponse(reads, caller.userId, String(key))) ? {} : problems
  }
}
