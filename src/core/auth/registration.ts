import type { AppRegistration } from '../contract/app.ts'
import { invalidFields, type FieldErrors } from '../errors.ts'
import { MAX_REDIRECT_URIS } from '../limits.ts'
import { hasHiddenCharacters } from '../model/text.ts'
import { permittedGrantTypes, type GrantType } from './grant-types.ts'
import { redirectUriProblem } from './redirect-uri.ts'

/** What an app registers. */
export interface Registration {
  name: string
  redirectUris: string[]
  /** Has a secret of its own, as a web server can; a program on somebody's machine cannot. */
  confidential: boolean
  /** What it may exchange for tokens. */
  grantTypes: GrantType[]
}

const MAX_NAME = 200
const REQUIRED = 'This field is required.'

/** @throws CatalogError kind `invalid` with all wrong fields at once */
export function parseRegistration(request: AppRegistration): Registration {
  const problems: FieldErrors = {}
  const note = (field: string, problem: string): void => {
    problems[field] = [...(problems[field] ?? []), problem]
  }
  const registration = {
    name: readName(request, note),
    redirectUris: readRedirectUris(request.redirect_uris, note),
    confidential: readConfidential(request, note),
    grantTypes: permittedGrantTypes(request.grant_types),
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return registration
}

type Note = (field: string, problem: string) => void

function readName(request: AppRegistration, note: Note): string {
  const field = request.name?.trim() || !request.client_name?.trim() ? 'name' : 'client_name'
  const name = request[field]?.trim() ?? ''
  if (name === '') note(field, REQUIRED)
  if (name.length > MAX_NAME) note(field, `At most ${MAX_NAME} characters.`)
  if (hasHiddenCharacters(name)) note(field, 'Control characters are not allowed in a name.')
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
  for (const uri of uris) {
    const problem = redirectUriProblem(uri)
    if (problem) note('redirect_uris', `The redirect URI ${uri.slice(0, 100)} ${problem}.`)
  }
  return uris
}

/** Without a word on it, a client is confidential (RFC 7591, section 2). */
function readConfidential(request: AppRegistration, note: Note): boolean {
  const type = choose(request, 'client_type', ['confidential', 'public'], note)
  const methods = ['client_secret_basic', 'none']
  const method = choose(request, 'token_endpoint_auth_method', methods, note)
  if (type !== undefined && method !== undefined && type !== method) {
    note('token_endpoint_auth_method', 'Says the opposite of client_type.')
  }
  return (type ?? method ?? 0) === 0
}

/** Which of the words was given, by its place. */
function choose(
  request: AppRegistration,
  field: 'client_type' | 'token_endpoint_auth_method',
  words: string[],
  note: Note,
): number | undefined {
  const given = request[field]
  if (!given) return undefined
  const place = words.findIndex((word) => word === given)
  if (place >= 0) return place
  note(field, `Must be one of: ${words.join(', ')}.`)
  return undefined
}
