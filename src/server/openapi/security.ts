import { SCOPES, type Scope } from '../../core/auth/caller.ts'
import type { Links } from '../links.ts'
import type { Route } from '../route.ts'
import type { Operation } from './types.ts'

const IN_WORDS: Record<Scope, string> = {
  read: 'Read what everybody can read.',
  import: 'Upload and replace images and create sources; the person must be staff, too.',
}

/** How programs show who they act for, or who they are. */
export function securitySchemes(links: Links): Record<string, object> {
  return {
    OAuth: {
      type: 'oauth2',
      description:
        'An access token in the Authorization header. Authorization codes with PKCE (S256) are the only grant.',
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
        'Id and secret of a confidential app. A public app sends its `client_id` instead.',
    },
  }
}

/** Any one of these will do; the empty one is nobody. */
export function securityOf({ access, failures, path }: Route): Operation['security'] {
  if (access === 'importer') return [{ OAuth: ['import'] }]
  if (access === 'token') return [{ OAuth: [] }]
  if (failures === 'oauth') return [{}, { Client: [] }]
  const showsMore = path.startsWith('/api/v2/') && failures === undefined
  return showsMore ? [{}, { OAuth: ['import'] }] : []
}
