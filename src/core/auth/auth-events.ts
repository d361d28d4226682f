import type { Logger } from '../log.ts'

/** What the log tells of signing in and of tokens: numbers and reasons, never a secret. */

export function signedIn(log: Logger, userId: number, { madeStaff }: { madeStaff: boolean }): void {
  log.info({ user: userId, made_staff: madeStaff }, 'signed in')
}

export function appRegistered(log: Logger, clientId: string): void {
  log.info({ client: clientId }, 'app registered')
}

export function chainRevoked(log: Logger, grantId: number, reason: string): void {
  log.info({ grant: grantId, reason }, 'tokens revoked')
}
