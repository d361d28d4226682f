import type { AppRegistration } from '../contract/app.ts'
import { invalidFields, type FieldErrors } from '../base/errors.ts'
import { MAX_REDIRECT_URI_CHARACTERS, MAX_REDIRECT_URIS } from '../base/limits.ts'
import { hasHiddenCharacters, isBlank } from '../model/text.ts'
import { listPermittedGrantTypes, type GrantType } from './grant-types.ts'
import { findRedirectUriProblem } from './redirect-uri.ts'

/** The parsed registration of an app. */
export interface Registration {
  name: string
  redirectUris: string[]
  /** Whether the app gets a secret. Web servers can protect one; programs on a user's computer cannot. */
  confidential: boolean
  /** Grant types that the app may use. */
  grantTypes: GrantType[]
}

const MAX_NAME = 200
const REQUIRED = 'This field is required.'

/** @throws CatalogError kind `invalid` with the errors of all invalid fields */
export function parseRegistration(request: AppRegistration): Registration {
  const problems: FieldErrors = {}
  const note = (field: string, problem: string): void => {
    problems[field] = [...(problems[field] ?? []), problem]
  }
  const registration = {
    name: readName(request, note),
    redirectUris: readRedirectUris(request.redirect_uris, note),
    confidential: readConfidential(request, note),
    grantTypes: listPermittedGrantTypes(request.grant_types),
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return registration
}

type Note = (field: string, problem: string) => void

function readName(request: AppRegistration, note: Note): string {
  const field = request.name?.trim() || !request.client_name?.trim() ? 'name' : 'client_name'
  const name = request[field]?.trim() ?? ''
  if (isBlank(name)) note(field, REQUIRED)
  if (name.length > MAX_NAME) note(field, `At most ${MAX_NAME} characters.`)
  if (hasHiddenCharacters(name))
    note(field, 'Control and other hidden characters are not allowed in a name.')
  return name
}

function readRedirectUris(given: AppRegistration['redirect_uris'], note: Note): string[] {
  const listed = typeof given === 'string' ? given.split(/\s+/).filter(Boolean) : (given ?? [])
  const uris = [...new Set(listed)]
  if (uris.length === 0) note('redirect_uris', REQUIRED)
  if (uris.length > MAX_REDIRECT_URIS) {
    note('redirect_uris', `At most ${MAX_REDIRECT_URIS} redirect URIs.`)
    return []
  }
  if (uris.join('').length > MAX_REDIRECT_URI_CHARACTERS)
    note('redirect_uris', `At most ${MAX_REDIRECT_URI_CHARACTERS} characters in total.`)
  for (const uri of uris) {
    const problem = findRedirectUriProblem(uri)
    if (problem) note('redirect_uris', `The redirect URI ${uri.slice(0, 100)} ${problem}.`)
  }
  return uris
}

/** A client is confidential by default (RFC 7591, section 2). */
function readConfidential(request: AppRegistration, note: Note): boolean {
  const type = readChoice(request, 'client_type', ['confidential', 'public'], note)
  const methods = ['client_secret_basic', 'none']
  const method = readChoice(request, 'token_endpoint_auth_method', methods, note)
  if (type !== undefined && method !== undefined && type !== method) {
    note('token_endpoint_auth_method', 'Contradicts client_type.')
  }
  return (type ?? method ?? 0) === 0
}

/** Returns the index of the given word. */
function readChoice(
  request: AppRegistration,
  field: 'client_type' | 'token_endpoint_auth_method',
  words: string[],
  note: Note,
): number | undefined {
  const given = request[field]
  if (!given) return undefined
  const index = words.findIndex((word) => word === given)
  if (index >= 0) return index
  note(field, `Must be one of: ${words.join(', ')}.`)
  return undefined
}
