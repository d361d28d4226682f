import { authenticateClient } from '../../core/auth/client-authentication.ts'
import { requireParameter } from '../../core/auth/parameters.ts'
import { revokeToken } from '../../core/auth/revoke.ts'
import { revocationRequest, revoked } from '../../core/contract/oauth.ts'
import { REVOCATIONS_PER_MINUTE } from '../../core/base/limits.ts'
import { formBody } from '../middleware/read-body.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { parseBasicCredentials } from './basic-credentials.ts'

export const revokeRoutes = [
  route({
    method: 'POST',
    path: '/oauth/revoke_token/',
    summary: 'Revoke a token',
    responses: { 200: revoked },
    handlerInput: { form: revocationRequest },
    perMinute: REVOCATIONS_PER_MINUTE,
    errorFormat: 'oauth',
    body: formBody,
    async handle({ catalog, body, headers }) {
      const basic = parseBasicCredentials(headers.authorization)
      const client = await authenticateClient(catalog.reads, body, basic)
      await revokeToken(catalog, client, requireParameter(body, 'token'))
      return json({})
    },
  }),
]
