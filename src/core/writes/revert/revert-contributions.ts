import { getUserId } from '../../audit/actor.ts'
import { removeGeoreference } from '../georeferences/delete-georeference.ts'
import { removeValidation } from '../validations/delete-validation.ts'
import { hideCommentRow } from '../comments/hide-comment.ts'
import { deleteSubject } from '../subjects/remove-subject.ts'
import { reorderSubjects, tagImage, untagImage, type Retagging } from '../tags/tag-image.ts'
import { recordAudit, type AuditContext, type RunChange } from '../../audit/record-audit.ts'
import { formatTimestamp, type Micros } from '../../base/clock.ts'
import { listAuditEntries } from '../../queries/audit/audit.ts'
import { MAX_REVERTED } from '../../base/limits.ts'
import { refuseOtherStaff } from '../../auth/refuse-other-staff.ts'
import type { Tx } from '../../database/store.ts'
import {
  listContributionsSince,
  REVERTIBLE_KINDS,
  type RevertibleContribution,
  type RevertibleKind,
} from '../../queries/people/contributions-since.ts'
import { findOrderBeforeRemoval } from '../../queries/subjects/tag-order-before.ts'
import { getPerson } from '../../queries/people/people.ts'
import { steppedUseCase } from '../run/use-case.ts'
import type { ContributionsSince } from '../../queries/people/user-since.ts'
import { pauseBetweenSteps, STEP_SIZE } from './steps.ts'

export interface Reverted {
  counts: Record<RevertibleKind, number>
  /** Whether nothing is left. Otherwise, the same call continues. */
  isComplete: boolean
}

/** Reverts at most some of the contributions of a user. The same request again continues. */
export const revertPerson = steppedUseCase({
  name: 'user.revert',
  access: 'moderator',
  limit: 'moderations',
  batch: 'always',
  async runSteps(
    runStep,
    { id, since, keep }: { id: number; since: Micros; keep?: readonly string[] | undefined },
    { reads },
    batch,
  ): Promise<Reverted & { batch: string }> {
    const { id: userId } = await getPerson(reads, id)
    const contributions = { userId, since, keep: addSubjects(keep) }
    return { ...(await revertContributions(runStep, contributions, { most: MAX_REVERTED })), batch }
  },
})

/** Adds the subjects of tags, because the removal of a new subject would remove its tags, too. */
function addSubjects(names: readonly string[] = []): ReadonlySet<string> {
  const subjects = names.flatMap((name) => /^tag-(\d+)-/v.exec(name)?.[1] ?? [])
  return new Set([...names, ...subjects.map((id) => `subject-${id}`)])
}

/** The contributions of a user from a time on, but for those with these names. */
interface KeptContributions extends ContributionsSince {
  keep?: ReadonlySet<string>
}

/**
 * Reverts the contributions of a user from a time on, the newest of each kind first: georeferences are deleted with
 * their validations, validations are deleted, comments are hidden, tags are removed, removed tags and the order of tags
 * are restored, and new subjects without other images are removed. Later changes by others are kept. It works in
 * short transactions, and an interrupted one leaves the rest as it is.
 * @param most after how many contributions it stops; at the end of a transaction
 * @throws CatalogError kind `forbidden` for other staff, unless the actor is a user of the host
 */
export async function revertContributions(
  runChange: RunChange,
  contributions: KeptContributions,
  { most = Infinity }: { most?: number } = {},
): Promise<Reverted> {
  const counts = Object.fromEntries(REVERTIBLE_KINDS.map((kind) => [kind, 0])) as Reverted['counts']
  let total = 0
  for (const kind of REVERTIBLE_KINDS) {
    for (;;) {
      if (total >= most) return { counts, isComplete: false }
      const reverted = await runChange((tx, context) =>
        revertSome(tx, kind, contributions, context),
      )
      if (reverted === 0) break
      counts[kind] += reverted
      total += reverted
      await pauseBetweenSteps()
    }
  }
  return { counts, isComplete: true }
}

async function revertSome(
  tx: Tx,
  kind: RevertibleKind,
  contributions: KeptContributions,
  context: AuditContext,
): Promise<number> {
  await refuseOtherStaff(tx, contributions.userId, context.actor)
  const found = await listContributionsSince(tx, kind, { ...contributions, limit: STEP_SIZE })
  if (found.length > 0) await recordRevert(tx, contributions, context)
  for (const contribution of found) await REVERT[kind](tx, contribution, context)
  return found.length
}

/** Records whose contributions are reverted, before the first of them, so that the history of the user shows it. */
async function recordRevert(
  tx: Tx,
  { userId, since }: ContributionsSince,
  context: AuditContext,
): Promise<void> {
  const { batch } = context
  if (batch === undefined) return
  const revert = { action: 'user.revert', objectType: 'user', objectId: String(userId) } as const
  const [recorded] = await listAuditEntries(tx, { ...revert, batch }, 1)
  if (recorded) return
  const after = { since: formatTimestamp(since) }
  await recordAudit(tx, context, { ...revert, before: null, after })
}

type Revert = (
  tx: Tx,
  contribution: RevertibleContribution,
  context: AuditContext,
) => Promise<unknown>

const REVERT: Record<RevertibleKind, Revert> = {
  georeference: (tx, { id }, context) =>
    removeGeoreference(tx, { table: 'georeference', id }, context),
  from_above_georeference: (tx, { id }, context) =>
    removeGeoreference(tx, { table: 'from_above_georeference', id }, context),
  validation: (tx, { id }, context) => removeValidation(tx, id, context),
  comment: (tx, { id }, context) => hideCommentRow(tx, id, context),
  tag: (tx, tag, context) => untagImage(tx, toRetagging(tag, context), context),
  removed_tag: async (tx, tag, context) => {
    const order = await findOrderBeforeRemoval(tx, tag)
    return tagImage(tx, { ...toRetagging(tag, context), order }, context)
  },
  tag_order: (tx, { image_id, order = [] }, context) => {
    const retagging = { ...toRetagging({ id: 0, image_id }, context), subjectIds: order }
    return reorderSubjects(tx, retagging, context)
  },
  subject: (tx, { id }, context) => deleteSubject(tx, { id, untag: true }, context),
}

function toRetagging(
  { id, image_id }: Pick<RevertibleContribution, 'id' | 'image_id'>,
  { actor }: AuditContext,
): Retagging {
  return { imageId: image_id ?? 0, subjectIds: [id], userId: getUserId(actor) }
}
