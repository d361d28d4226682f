import { reinstateUser, suspendUser, type Suspending } from '../actions/suspend-user.ts'
import { logUserReinstated, logUserSuspended } from '../auth/security-events.ts'
import type { Row } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { moderate, type Moderator } from './moderate.ts'

type SuspensionServices = Pick<Services, 'clock' | 'log' | 'write'>

/**
 * Suspends a user, or changes the reason, for a moderator.
 * @throws CatalogError the errors of `moderate` and `suspendUser`
 */
export async function suspendContributor(
  services: SuspensionServices,
  moderator: Moderator,
  suspending: Suspending,
): Promise<Row<'suspension'>> {
  const { suspension, isNew } = await moderate(services, moderator, (tx, context) =>
    suspendUser(tx, suspending, context),
  )
  const event = { user: suspending.userId, moderator: moderator.userId }
  if (isNew) logUserSuspended(services.log, event)
  return suspension
}

/**
 * Ends the suspension of a user, if there is one, for a moderator.
 * @throws CatalogError the errors of `moderate` and `reinstateUser`
 */
export async function reinstateContributor(
  services: SuspensionServices,
  moderator: Moderator,
  userId: number,
): Promise<void> {
  const wasSuspended = await moderate(services, moderator, (tx, context) =>
    reinstateUser(tx, userId, context),
  )
  const event = { user: userId, moderator: moderator.userId }
  if (wasSuspended) logUserReinstated(services.log, event)
}
