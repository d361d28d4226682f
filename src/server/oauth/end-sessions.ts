import { sessionsEnded } from '../../core/auth/security-events.ts'
import { endSessions, type Session } from '../../core/auth/sessions.ts'
import type { Services } from '../../core/services.ts'
import { formBody } from '../middleware/parse.ts'
import { onwards } from '../pages/answers.ts'
import { redirect } from '../reply.ts'
import { route } from '../route.ts'
import { PRIVATE, requireOwnForm, sessionOf } from './browser-session.ts'

export const endSessionRoutes = [
  route({
    method: 'POST',
    path: '/account/sessions/end/',
    summary: 'Signs out in another browser, or in all others',
    answers: { 303: onwards },
    refusals: { 403: 'The form is not this session’s own.' },
    failures: 'page',
    body: formBody,
    async handle(request) {
      const { catalog, links, body } = request
      const session = await sessionOf(request)
      if (!session) return redirect(links.base('/account/'), PRIVATE)
      requireOwnForm(session, body)
      const chosen = body.get('session')
      if (chosen === 'others') await endOtherSessions(catalog, session)
      else await end(catalog, session.userId, { only: Number(chosen) })
      return redirect(links.base('/account/?done=ended'), PRIVATE)
    },
  }),
]

export function endOtherSessions(
  catalog: Pick<Services, 'log' | 'write'>,
  { id, userId }: Session,
): Promise<void> {
  return end(catalog, userId, { except: id })
}

async function end(
  { write, log }: Pick<Services, 'log' | 'write'>,
  user: number,
  which: Parameters<typeof endSessions>[2],
): Promise<void> {
  const sessions = await write((tx) => endSessions(tx, user, which))
  if (sessions > 0) sessionsEnded(log, { user, sessions })
}
