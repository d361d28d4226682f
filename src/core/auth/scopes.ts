import { SCOPES, type Scope } from './caller.ts'
import { OAuthError } from './oauth-error.ts'

/** Scopes of a request without scopes. */
const DEFAULT_SCOPES: readonly Scope[] = ['read']

/** Parses a space-separated list. Blank means the default. @throws OAuthError `invalid_scope` */
export function parseScopes(text: string | undefined): readonly Scope[] {
  const asked = splitWords(text)
  if (asked.length === 0) return DEFAULT_SCOPES
  const unknown = asked.find((word) => !isScope(word))
  if (unknown === undefined) return SCOPES.filter((scope) => asked.includes(scope))
  throw new OAuthError(
    'invalid_scope',
    `Unknown scope ${quote(unknown)}. Supported scopes: ${SCOPES.join(', ')}.`,
  )
}

/**
 * Returns the scopes of a refreshed access token: the requested ones, by default all of `held`.
 * @throws OAuthError `invalid_scope` if a requested scope is not held
 */
export function narrowScopes(held: readonly Scope[], text: string | undefined): readonly Scope[] {
  if (splitWords(text).length === 0) return held
  const asked = parseScopes(text)
  const extra = asked.find((scope) => !held.includes(scope))
  if (extra === undefined) return asked
  throw new OAuthError('invalid_scope', `The scope ${quote(extra)} was not granted.`)
}

/** Parses stored scopes and skips those that no longer exist. */
export function parseStoredScopes(text: string): Scope[] {
  const stored = splitWords(text)
  return SCOPES.filter((scope) => stored.includes(scope))
}

function splitWords(text = ''): string[] {
  return text.split(' ').filter((word) => word !== '')
}

function isScope(word: string): boolean {
  return SCOPES.some((scope) => scope === word)
}

function quote(word: string): string {
  return `'${word.slice(0, 40)}'`
}
