import { logSessionsEnded } from '../../core/auth/security-events.ts'
import { endSessions, type Session } from '../../core/auth/sessions.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'

type EndingServices = Pick<Catalog, 'log' | 'write'>

/** Signs the user out of all browsers except this one. */
export function endOtherSessions(services: EndingServices, { id, userId }: Session): Promise<void> {
  return endAndLog(services, userId, { except: id })
}

/** Signs the user out of one browser. A session of another user stays. @param session its id */
export function endOneSession(
  services: EndingServices,
  { userId }: Session,
  session: number,
): Promise<void> {
  return endAndLog(services, userId, { only: session })
}

async function endAndLog(
  { write, log }: EndingServices,
  user: number,
  which: Parameters<typeof endSessions>[2],
): Promise<void> {
  const sessions = await write((tx) => endSessions(tx, user, which))
  if (sessions > 0) logSessionsEnded(log, { user, sessions })
}
