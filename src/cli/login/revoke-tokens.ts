import { tokenRevocation } from 'openid-client'
import type { Cli } from '../cli.ts'
import { findAuthorizationServer } from './authorization-server.ts'
import type { Tokens } from './credentials.ts'

/** Revokes both tokens at the instance (RFC 7009), the refresh token first. */
export async function revokeTokens(
  cli: Cli,
  url: string,
  clientId: string,
  tokens: Pick<Tokens, 'refresh_token' | 'access_token'>,
): Promise<void> {
  const server = await findAuthorizationServer(cli, url, clientId)
  await tokenRevocation(server, tokens.refresh_token, { token_type_hint: 'refresh_token' })
  await tokenRevocation(server, tokens.access_token, { token_type_hint: 'access_token' })
}
