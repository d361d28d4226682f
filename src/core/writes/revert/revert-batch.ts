import { recordAudit, type RunChange } from '../../audit/record-audit.ts'
import { MAX_REVERTED_CHANGES } from '../../base/limits.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import type { Logger } from '../../base/log.ts'
import type { LeftReason } from '../../base/problems/revert-obstacles.ts'
import { listAuditEntries, type AuditEntry } from '../../queries/audit/audit.ts'
import { steppedUseCase } from '../run/use-case.ts'
import { logRevertedSuspension } from './decisions.ts'
import { isSummary, revertChange } from './revert-change.ts'
import { pauseBetweenSteps, STEP_SIZE } from './steps.ts'

/** A change that was not reverted, and the reason. */
export interface LeftChange {
  /** Id of the entry of the audit log. */
  id: number
  object: string
  reason: LeftReason
  message: string
}

export interface RevertedBatch {
  /** UUID of the batch of the reverting changes. */
  batch: string
  reverted: number
  left: LeftChange[]
  /** The rest of the batch are the entries before this one; null if nothing is left to try. */
  before: number | null
}

/**
 * Reverts all changes of a batch that can be reverted, the last one first, and tells which it left and why. It stops
 * after some; the same request with `before` continues.
 */
export const revertBatch = steppedUseCase({
  name: 'audit.revert_batch',
  access: 'moderator',
  limit: 'moderations',
  batch: 'always',
  async runSteps(
    runStep,
    { batch, before }: { batch: string; before?: number | undefined },
    { reads, jobs, log },
    ownBatch,
  ): Promise<RevertedBatch> {
    const filter = { batch, beforeId: before }
    const read = await listAuditEntries(reads, filter, MAX_REVERTED_CHANGES + 1)
    if (read.length === 0) throw notFound('The audit log has no such batch.')
    const entries = read.slice(0, MAX_REVERTED_CHANGES)
    const changes = entries.filter((entry) => !isSummary(entry))
    const left = await revertInSteps(runStep, changes, log)
    const reverted = changes.length - left.length
    await runStep((tx, context) => {
      const after = { reverted, left: left.map(({ message: _message, ...change }) => change) }
      const change = { objectType: 'batch', objectId: batch, before: null, after } as const
      return recordAudit(tx, context, { ...change, action: 'batch.revert' })
    })
    jobs?.wake()
    const rest = read.length > entries.length ? (entries.at(-1)?.id ?? null) : null
    return { batch: ownBatch, reverted, left, before: rest }
  },
})

/**
 * Reverts each change in a transaction of its own. Some of them are committed together.
 * @returns those that are left
 */
async function revertInSteps(
  runStep: RunChange,
  entries: readonly AuditEntry[],
  log: Logger,
): Promise<LeftChange[]> {
  const left: LeftChange[] = []
  for (let start = 0; start < entries.length; start += STEP_SIZE) {
    const step = entries.slice(start, start + STEP_SIZE)
    const outcomes = await Promise.all(step.map((entry) => revertOne(runStep, entry, log)))
    left.push(...outcomes.filter((outcome) => outcome !== undefined))
    await pauseBetweenSteps()
  }
  return left
}

/** Returns undefined if the change is reverted. */
async function revertOne(
  runStep: RunChange,
  entry: AuditEntry,
  log: Logger,
): Promise<LeftChange | undefined> {
  const { id, objectType, objectId } = entry
  try {
    const actor = await runStep(async (tx, context) => {
      await revertChange(tx, id, context)
      return context.actor
    })
    logRevertedSuspension(log, entry, actor)
    return undefined
  } catch (error) {
    const reason = error instanceof CatalogError ? toReason(error) : undefined
    if (!(error instanceof CatalogError) || !reason) throw error
    return { id, object: `${objectType}/${objectId}`, reason, message: error.message }
  }
}

/** Undefined for errors that end the whole run, such as a suspension of the actor. */
function toReason({ kind, details, problem }: CatalogError): LeftReason | undefined {
  if (kind === 'not_found') return 'gone'
  if (problem?.[0] === 'other_staff') return 'refused'
  if (kind !== 'conflict') return undefined
  if (details.code === 'changed_since') return 'changed_since'
  return problem?.[0] === 'not_revertible' ? problem[1] : 'refused'
}
