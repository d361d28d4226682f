import { logSessionsEnded } from '../../core/auth/security-events.ts'
import { endSessions, type Session } from '../../core/auth/sessions.ts'
import type { Services } from '../../core/services.ts'
import { parseFieldId } from '../parse-id.ts'
import { accountFormRoute } from './account-form.ts'

export const endSessionRoutes = [
  accountFormRoute({
    path: '/account/sessions/end/',
    summary: 'Sign out of other browsers',
    notice: 'ended',
    async submit({ catalog, body }, session) {
      const chosen = body.get('session')
      if (chosen === 'others') await endOtherSessions(catalog, session)
      else await endAndLog(catalog, session.userId, { only: parseFieldId(chosen) })
    },
  }),
]

export function endOtherSessions(
  catalog: Pick<Services, 'log' | 'write'>,
  { id, userId }: Session,
): Promise<void> {
  return endAndLog(catalog, userId, { except: id })
}

async function endAndLog(
  { write, log }: Pick<Services, 'log' | 'write'>,
  user: number,
  which: Parameters<typeof endSessions>[2],
): Promise<void> {
  const sessions = await write((tx) => endSessions(tx, user, which))
  if (sessions > 0) logSessionsEnded(log, { user, sessions })
}
