import { z } from 'zod'

/** What refusals say. A program may rely on the members, and on `code` where there is one; sentences may change. */

const code = z.string().optional().describe('A stable word for this refusal.')

/** Almost every refusal. */
export const problem = z
  .strictObject({ detail: z.string().meta({ examples: ['Not found.'] }), code })
  .meta({ id: 'Problem', description: 'What is wrong, in a sentence.' })

/** Refusals of searching, the activity feed and importing. */
export const problemAsError = z
  .strictObject({
    error: z.string().meta({ examples: ['Collection not found.'] }),
    code,
    image_id: z
      .int()
      .optional()
      .describe('Only with `slot_consumed`: the image that the file of the slot went to.'),
  })
  .meta({ id: 'ProblemAsError', description: 'What is wrong, in a sentence.' })

/** All fields or parameters that are wrong, at once. */
export const fieldProblems = z.record(z.string(), z.array(z.string())).meta({
  id: 'FieldProblems',
  description: 'What is wrong with which field or parameter, all of it at once.',
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
  .meta({ id: 'OAuthProblem', description: 'A refusal in the words of OAuth.' })

/** RFC 7591, section 3.2.2, with the sentences for each field beside it. */
export const registrationProblem = z
  .object({
    error: z.enum(['invalid_redirect_uri', 'invalid_client_metadata']),
    error_description: z.string(),
  })
  .catchall(z.array(z.string()))
  .meta({
    id: 'RegistrationProblem',
    description: 'A refused registration: its code, and what is wrong with which field.',
    examples: [
      {
        error: 'invalid_client_metadata',
        error_description: 'name: This field is required.',
        name: ['This field is required.'],
      },
    ],
  })
