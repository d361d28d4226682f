import { z } from 'zod'
import { MAX_GRANT_TYPES, MAX_REDIRECT_URIS } from '../base/limits.ts'
import { boundedList } from './bounded-list.ts'

const NOT_URIS =
  'Expected a list of redirect URIs, or a string of redirect URIs separated by spaces.'

/**
 * Registration of an app. The members `name` and `client_type` of this service are synonyms of `client_name` and
 * `token_endpoint_auth_method` of RFC 7591. Other members of RFC 7591 are ignored.
 */
export const appRegistration = z
  .object({
    name: optionalString().meta({
      description:
        'Name shown to users on the consent page. Required, unless `client_name` is given.',
      examples: ['Importer'],
    }),
    client_name: optionalString().meta({
      description: 'Synonym of `name` (RFC 7591).',
      examples: ['Importer'],
    }),
    redirect_uris: z
      .union([z.string(), boundedList(z.string(), { max: MAX_REDIRECT_URIS, error: NOT_URIS })], {
        error: ({ input }) =>
          Array.isArray(input) && input.length > MAX_REDIRECT_URIS
            ? `At most ${MAX_REDIRECT_URIS} redirect URIs.`
            : NOT_URIS,
      })
      .nullish()
      .meta({
        description: 'Required. A list of URIs, or a string of URIs separated by spaces.',
        examples: [['http://127.0.0.1/callback']],
      }),
    client_type: optionalString().meta({
      description: '`confidential` or `public`. `confidential` by default.',
      examples: ['public'],
    }),
    token_endpoint_auth_method: optionalString().meta({
      description: 'Synonym of `client_type` (RFC 7591): `client_secret_basic` or `none`.',
      examples: ['none'],
    }),
    grant_types: boundedList(z.string(), {
      max: MAX_GRANT_TYPES,
      error: 'Expected a list of grant types.',
    })
      .nullish()
      .meta({
        description:
          'Grant types that the app uses (RFC 7591). An empty list, or one with `authorization_code`, allows every grant type.',
        examples: [['authorization_code', 'refresh_token']],
      }),
  })
  .meta({ id: 'AppRegistration', description: 'Registration request of an app.' })

function optionalString() {
  return z.string({ error: 'Not a valid string.' }).nullish()
}

export type AppRegistration = z.infer<typeof appRegistration>

export const registeredApp = z
  .strictObject({
    client_id: z.string().meta({ examples: ['2f0c6f2e8d6b4a55'] }),
    client_secret: z
      .string()
      .optional()
      .meta({
        description:
          'Returned only once. For a public client: an empty string if the request had `client_type`, otherwise absent.',
        examples: [''],
      }),
    client_id_issued_at: z
      .int()
      .meta({ description: 'Unix time in seconds.', examples: [1715938212] }),
    client_secret_expires_at: z.literal(0),
    name: z.string().meta({ examples: ['Importer'] }),
    client_name: z.string().meta({ examples: ['Importer'] }),
    redirect_uris: z.union([z.string(), z.array(z.string())]).meta({
      description: 'A string of URIs separated by spaces if the request had one, otherwise a list.',
      examples: [['http://127.0.0.1/callback']],
    }),
    client_type: z.enum(['public', 'confidential']),
    token_endpoint_auth_method: z.enum(['none', 'client_secret_basic']),
    grant_types: z.array(z.string()).meta({ examples: [['authorization_code', 'refresh_token']] }),
    response_types: z.array(z.string()).meta({ examples: [['code']] }),
    scope: z.string().meta({ examples: ['read import'] }),
  })
  .meta({
    id: 'RegisteredApp',
    description: 'A registered app, with the members of this service and of RFC 7591.',
  })

export type RegisteredApp = z.infer<typeof registeredApp>
