import type { Logger } from '../base/log.ts'

/**
 * The security events of the log, one function each. Every line has an `event` with ids and reasons, never a
 * secret. Events that an administrator should investigate are warnings. docs/security.md lists all events.
 */

export function logSignedIn(log: Logger, user: number): void {
  log.info({ event: 'signed_in', user }, 'signed in')
}

export function logSignInDeclined(log: Logger): void {
  log.info({ event: 'sign_in_declined' }, 'sign-in declined at the sign-in service')
}

/** A user ended their own sessions on the account page. */
export function logSessionsEnded(
  log: Logger,
  { user, sessions }: { user: number; sessions: number },
): void {
  log.info({ event: 'sessions_ended', user, sessions }, 'sessions ended')
}

export function logSignedOut(log: Logger, user: number): void {
  log.info({ event: 'signed_out', user }, 'signed out')
}

interface ConsentEvent {
  user: number
  client: string
}

export function logConsentGiven(
  log: Logger,
  { user, client, scopes }: ConsentEvent & { scopes: readonly string[] },
): void {
  log.info({ event: 'consent_given', user, client, scopes }, 'consent given')
}

export function logConsentWithdrawn(
  log: Logger,
  { user, client, grants }: ConsentEvent & { grants: readonly number[] },
): void {
  log.info({ event: 'consent_withdrawn', user, client, grants }, 'consent withdrawn')
}

export function logTokensRevoked(log: Logger, grant: number, client: string): void {
  log.info({ event: 'tokens_revoked', grant, client }, 'tokens revoked')
}

/** A code or a rotated refresh token was used again: one of its two holders is not the app. */
export function logSecretReused(
  log: Logger,
  { grant, client, what }: { grant: number; client: string; what: 'code' | 'refresh_token' },
): void {
  log.warn({ event: `${what}_reused`, grant, client }, 'tokens revoked after a reuse')
}

export function logAppRegistered(log: Logger, client: string): void {
  log.info({ event: 'app_registered', client }, 'app registered')
}

export function logAppRemoved(log: Logger, client: string): void {
  log.info({ event: 'app_removed', client }, 'app removed')
}

/** A refused request. */
export interface RejectedRequest {
  request: string
  method: string
  /** The route pattern, without the values of its parameters. */
  route: string
  /** The client's IP address, or the network that rate limits count it with. */
  address: string
  user?: number | undefined
  client?: string | null | undefined
  /** The error message of the response. */
  reason: string
}

export function logClientAuthenticationFailed(log: Logger, refused: RejectedRequest): void {
  log.warn({ event: 'client_authentication_failed', ...refused }, 'client authentication failed')
}

/** 401: the token is missing, expired, revoked or unknown. */
export function logAuthenticationFailed(log: Logger, refused: RejectedRequest): void {
  log.warn({ event: 'authentication_failed', ...refused }, 'authentication failed')
}

/** 403: the scope, the role or the CSRF token is missing. */
export function logAccessDenied(log: Logger, refused: RejectedRequest): void {
  log.warn({ event: 'access_denied', ...refused }, 'access denied')
}

export function logLimitExceeded(log: Logger, refused: RejectedRequest): void {
  log.warn({ event: 'limit_exceeded', ...refused }, 'limit exceeded')
}

/** @param reason `invited` if the status was granted at sign-in because of an invitation */
export function logStaffGranted(log: Logger, user: number, reason?: 'invited'): void {
  log.info({ event: 'staff_granted', user, reason }, 'staff status granted')
}

export function logStaffLoaded(log: Logger, users: number): void {
  log.info({ event: 'staff_loaded', users }, 'staff loaded from a dump')
}

/** A name was invited to become staff at its first sign-in. */
export function logStaffInvited(log: Logger, name: string): void {
  log.info({ event: 'staff_invited', name }, 'staff invited')
}

export function logStaffRevoked(log: Logger, target: { user: number } | { name: string }): void {
  log.info({ event: 'staff_revoked', ...target }, 'staff status revoked')
}

interface SuspensionEvent {
  user: number
  /** The member of staff; null on the host, where each line names the system user. */
  moderator: number | null
}

export function logUserSuspended(log: Logger, { user, moderator }: SuspensionEvent): void {
  log.info({ event: 'user_suspended', user, moderator: moderator ?? undefined }, 'user suspended')
}

export function logUserReinstated(log: Logger, { user, moderator }: SuspensionEvent): void {
  log.info({ event: 'user_reinstated', user, moderator: moderator ?? undefined }, 'user reinstated')
}

export function logUserForgotten(
  log: Logger,
  forgotten: { user: number; sessions: number; authorizations: number },
): void {
  log.info({ event: 'user_forgotten', ...forgotten }, 'user forgotten')
}

export function logHostTokenCreated(
  log: Logger,
  created: { grant: number; user: number; scopes: readonly string[]; expires_at: string },
): void {
  log.info({ event: 'host_token_created', ...created }, 'access token created on the host')
}

export function logHostTokenRevoked(log: Logger, grant: number): void {
  log.info({ event: 'host_token_revoked', grant }, 'access token of the host revoked')
}

/** @param keys the number of valid keys, including the new one */
export function logSigningKeyRotated(log: Logger, keys: number): void {
  log.info({ event: 'signing_key_rotated', keys }, 'signing key rotated')
}

/** A backup contains the signing key and all sign-ins. */
export function logBackupCreated(log: Logger, path: string): void {
  log.info({ event: 'backup_created', path }, 'backup created')
}

export function logFilesChanged(log: Logger): void {
  log.warn(
    { event: 'files_changed' },
    'database and image files are not the pair of the last run: one of them was restored, exchanged or emptied. No file is cleaned up for a day',
  )
}

export function logSweepStopped(
  log: Logger,
  stopped: { originals: number; allowed: number },
): void {
  log.warn(
    { event: 'sweep_stopped', ...stopped },
    `more than ${stopped.allowed} of ${stopped.originals} originals are named by no row, so nothing was cleaned up. List them with: catalog admin storage prune --dry-run`,
  )
}

/** Clients share the address of a proxy, because none is trusted. */
export function logProxyUntrusted(log: Logger): void {
  log.warn(
    { event: 'proxy_untrusted' },
    'a proxy on this host passes requests on, but CATALOG_TRUST_PROXY is 0: all clients share the limits of one address',
  )
}
