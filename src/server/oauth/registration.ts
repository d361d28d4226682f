import { logAppRegistered } from '../../core/auth/security-events.ts'
import { insertClient, limitUnauthorizedClients } from '../../core/auth/clients.ts'
import { parseRegistration } from '../../core/auth/registration.ts'
import { appRegistration, registeredApp } from '../../core/contract/app.ts'
import { MAX_REGISTRATION_BYTES, REGISTRATIONS_PER_MINUTE } from '../../core/base/limits.ts'
import { presentApp } from '../presenters/app.ts'
import { created } from '../http/reply.ts'
import { route } from '../http/route.ts'

export const registrationRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/apps/',
    summary: 'Register an app',
    responses: { 201: registeredApp },
    perMinute: REGISTRATIONS_PER_MINUTE,
    errorFormat: 'registration',
    body: appRegistration,
    maxBodyBytes: MAX_REGISTRATION_BYTES,
    async handle({ catalog, body }) {
      const registration = parseRegistration(body)
      const now = catalog.clock.now()
      const client = await catalog.write(async (tx) => {
        const inserted = await insertClient(tx, registration, now)
        await limitUnauthorizedClients(tx)
        return inserted
      })
      logAppRegistered(catalog.log, client.id)
      return created(presentApp(client, body, now))
    },
  }),
]
