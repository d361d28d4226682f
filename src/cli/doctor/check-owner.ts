import type { HostOwner } from '../../core/storage/disk/data-owner.ts'
import { createResults, type CheckResult } from './check-result.ts'

/**
 * Checks whether the user of the server may use the files in its data directory.
 * @param owner the user of the server; undefined if this user is, or if there is no directory
 * @param problem describes files of other users
 */
export function checkOwner(
  owner: HostOwner | undefined,
  problem: { message: string; hint: string } | undefined,
): CheckResult[] {
  const { ok, error } = createResults('owner')
  if (problem !== undefined) return [error(problem.message, problem.hint)]
  return owner === undefined ? [] : [ok(`The user ${owner.name} may use the data directory.`)]
}
