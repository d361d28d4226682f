import { z } from 'zod'
import { MAX_GRANT_TYPES, MAX_REDIRECT_URIS } from '../limits.ts'
import { boundedList } from './bounded-list.ts'

const NOT_URIS = 'Give a list of redirect URIs, or one text with spaces between them.'

/**
 * The registration of an app: the service's own words (`name`, `client_type`) and those of RFC 7591
 * (`client_name`, `token_endpoint_auth_method`) say the same. Other members of RFC 7591 are ignored.
 */
export const appRegistration = z
  .object({
    name: word().meta({
      description: 'Shown to the people whom it asks; or `client_name`.',
      examples: ['Importer'],
    }),
    client_name: word().meta({ description: 'The same by RFC 7591.', examples: ['Importer'] }),
    redirect_uris: z
      .union([z.string(), boundedList(z.string(), { max: MAX_REDIRECT_URIS, error: NOT_URIS })], {
        error: ({ input }) =>
          Array.isArray(input) && input.length > MAX_REDIRECT_URIS
            ? `At most ${MAX_REDIRECT_URIS} redirect URIs.`
            : NOT_URIS,
      })
      .nullish()
      .meta({
        description: 'Is required: a list, or one text with spaces in between.',
        examples: [['http://127.0.0.1/callback']],
      }),
    client_type: word().meta({
      description: '`confidential` or `public`.',
      examples: ['public'],
    }),
    token_endpoint_auth_method: word().meta({
      description: 'The same by RFC 7591: `client_secret_basic` or `none`.',
      examples: ['none'],
    }),
    grant_types: boundedList(z.string(), {
      max: MAX_GRANT_TYPES,
      error: 'Give a list of grant types.',
    })
      .nullish()
      .meta({
        description:
          'By RFC 7591. Without a word on it, or with `authorization_code`, an app may use all there are.',
        examples: [['authorization_code', 'refresh_token']],
      }),
  })
  .meta({ id: 'AppRegistration', description: 'An app that wants to be registered.' })

function word() {
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
          'Told once. Empty for a public client that spoke of `client_type`, absent for other public ones.',
        examples: [''],
      }),
    client_id_issued_at: z
      .int()
      .meta({ description: 'Seconds since 1970.', examples: [1715938212] }),
    client_secret_expires_at: z.literal(0),
    name: z.string().meta({ examples: ['Importer'] }),
    client_name: z.string().meta({ examples: ['Importer'] }),
    redirect_uris: z.union([z.string(), z.array(z.string())]).meta({
      description: 'A text with spaces in between where the request gave one, else a list.',
      examples: [['http://127.0.0.1/callback']],
    }),
    client_type: z.enum(['public', 'confidential']),
    token_endpoint_auth_method: z.enum(['none', 'client_secret_basic']),
    grant_types: z.array(z.string()).meta({ examples: [['authorization_code', 'refresh_token']] }),
    response_types: z.array(z.string()).meta({ examples: [['code']] }),
    scope: z.string().meta({ examples: ['read import'] }),
  })
  .meta({ id: 'RegisteredApp', description: 'A registered app, in both vocabularies.' })

export type RegisteredApp = z.infer<typeof registeredApp>
