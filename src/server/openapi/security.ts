import { SCOPES, type Scope } from '../../core/auth/caller.ts'
import type { Links } from '../links.ts'
import type { Route } from '../route.ts'
import type { Operation } from './types.ts'

const IN_WORDS: Record<Scope, string> = {
  read: 'Read the public catalog.',
  import:
    'Upload, update and replace images, and create sources and collections. The user must also be staff.',
}

/** The ways in which clients authenticate. */
export function securitySchemes(links: Links): Record<string, object> {
  return {
    OAuth: {
      type: 'oauth2',
      description:
        'Access token in the Authorization header. The only way to get one is the authorization code grant with PKCE (S256).',
      flows: {
        authorizationCode: {
          authorizationUrl: links.base('/oauth/authorize/'),
          tokenUrl: links.base('/oauth/token/'),
          refreshUrl: links.base('/oauth/token/'),
          scopes: Object.fromEntries(SCOPES.map((scope) => [scope, IN_WORDS[scope]])),
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

/** Alternatives, of which a request needs one; the empty one stands for anonymous requests. */
export function securityOf({ access, errorFormat, path }: Route): Operation['security'] {
  if (access === 'importer') return [{ OAuth: ['import'] }]
  if (access === 'token') return [{ OAuth: [] }]
  if (errorFormat === 'oauth') return [{}, { Client: [] }]
  const showsMore = path.startsWith('/api/v2/') && errorFormat === undefined
  return showsMore ? [{}, { OAuth: ['import'] }] : []
}
