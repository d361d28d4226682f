import { SCOPES, type Scope } from '../../core/auth/caller.ts'
import type { Links } from '../http/links.ts'
import { isApiV2, isPresentation } from '../middleware/api-paths.ts'
import { SCOPE_OF } from '../middleware/bearer.ts'
import type { Route } from '../http/route.ts'
import type { Operation } from './types.ts'

const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  read: 'Read the public catalog.',
  contribute: 'Place images on the map, check placements, comment, tag images and report them.',
  import:
    'Upload, update and replace images, create sources and collections, and read what is not public. The user must also be staff.',
  moderate:
    'Change and delete records and contributions, suspend users, run jobs, change settings, and read what is not public. The user must also be staff.',
}

export function buildSecuritySchemes(links: Links): Record<string, object> {
  return {
    OAuth: {
      type: 'oauth2',
      description:
        'Access token in the Authorization header. Apps get one by the authorization code grant with PKCE (S256).',
      flows: {
        authorizationCode: {
          authorizationUrl: links.base('/oauth/authorize/'),
          tokenUrl: links.base('/oauth/token/'),
          refreshUrl: links.base('/oauth/token/'),
          scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_DESCRIPTIONS[scope]])),
        },
      },
    },
    Client: {
      type: 'http',
      scheme: 'basic',
      description:
        'Client id and secret of a confidential app. A public app sends its `client_id` in the form instead.',
    },
  }
}

/** Lists the alternatives, of which a request needs one. The empty one allows anonymous requests. */
export function buildSecurity({ access, errorFormat, path }: Route): Operation['security'] {
  if (access === 'token') return [{ OAuth: [] }]
  if (access !== 'public') {
    const roles = typeof access === 'string' ? [access] : access
    return roles.map((role) => ({ OAuth: [SCOPE_OF[role]] }))
  }
  if (errorFormat === 'oauth') return [{}, { Client: [] }]
  const showsMoreToStaff =
    (isApiV2({ path }) || isPresentation({ path })) && errorFormat === undefined
  return showsMoreToStaff ? [{}, { OAuth: ['import'] }, { OAuth: ['moderate'] }] : []
}
