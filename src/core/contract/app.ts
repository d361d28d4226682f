import { z } from 'zod'

/**
 * The registration of an app: the service's own words (`name`, `client_type`) and those of RFC 7591
 * (`client_name`, `token_endpoint_auth_method`) say the same. Other members of RFC 7591 are ignored.
 */
export const appRegistration = z.object({
  name: word(),
  client_name: word(),
  /** A list, or one text with spaces in between. */
  redirect_uris: z
    .union([z.string(), z.array(z.string())], {
      error: 'Give a list of redirect URIs, or one text with spaces between them.',
    })
    .nullish(),
  /** `confidential` or `public`. */
  client_type: word(),
  /** `client_secret_basic` or `none`. */
  token_endpoint_auth_method: word(),
})

function word() {
  return z.string({ error: 'Not a valid string.' }).nullish()
}

export type AppRegistration = z.infer<typeof appRegistration>

/** What a registration is answered with, in both vocabularies. */
export const registeredApp = z.object({
  client_id: z.string(),
  /** Told once. Empty for a public client that spoke of `client_type`, absent for other public ones. */
  client_secret: z.string().optional(),
  client_id_issued_at: z.int(),
  client_secret_expires_at: z.literal(0),
  name: z.string(),
  client_name: z.string(),
  /** A space-separated text where the request gave one. */
  redirect_uris: z.union([z.string(), z.array(z.string())]),
  client_type: z.enum(['public', 'confidential']),
  token_endpoint_auth_method: z.enum(['none', 'client_secret_basic']),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  scope: z.string(),
})

export type RegisteredApp = z.infer<typeof registeredApp>
