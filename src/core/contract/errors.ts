import { z } from 'zod'

/** Error bodies. Clients may rely on the members and on `code`; the sentences may change. */

const code = z.string().optional().describe('Stable, machine-readable error code.')

/** The body of most errors. */
export const problem = z
  .strictObject({ detail: z.string().meta({ examples: ['Not found.'] }), code })
  .meta({ id: 'Problem', description: 'An error, with a message for people.' })

/** The error body of search, the activity feed and imports. */
export const problemAsError = z
  .strictObject({
    error: z.string().meta({ examples: ['Collection not found.'] }),
    code,
    image_id: z
      .int()
      .optional()
      .describe('Only with code `slot_consumed`: id of the image that was created from the slot.'),
  })
  .meta({ id: 'ProblemAsError', description: 'An error, with a message for people.' })

/** Error messages of every invalid field or parameter. */
export const fieldProblems = z.record(z.string(), z.array(z.string())).meta({
  id: 'FieldProblems',
  description: 'Error messages by field or parameter, for every invalid one.',
  examples: [{ title: ['This field is required.'] }],
})

/** RFC 6749, section 5.2. */
export const oauthProblem = z
  .strictObject({
    error: z
      .enum([
        'invalid_request',
        'invalid_client',
        'invalid_grant',
        'unauthorized_client',
        'unsupported_grant_type',
        'invalid_scope',
        'server_error',
        'temporarily_unavailable',
      ])
      .describe('RFC 6749, section 5.2.'),
    error_description: z.string().meta({ examples: ['The parameter grant_type is required.'] }),
  })
  .meta({ id: 'OAuthProblem', description: 'An OAuth error response.' })

/** RFC 7591, section 3.2.2, with the messages of each field as further members. */
export const registrationProblem = z
  .object({
    error: z.enum(['invalid_redirect_uri', 'invalid_client_metadata']),
    error_description: z.string(),
  })
  .catchall(z.array(z.string()))
  .meta({
    id: 'RegistrationProblem',
    description: 'A registration error: its code, and error messages by field.',
    examples: [
      {
        error: 'invalid_client_metadata',
        error_description: 'name: This field is required.',
        name: ['This field is required.'],
      },
    ],
  })
