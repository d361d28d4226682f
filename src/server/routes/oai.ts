import { z } from 'zod'
import { MICROS_PER_SECOND } from '../../core/base/clock.ts'
import { OAI_REQUESTS_PER_MINUTE } from '../../core/base/limits.ts'
import { formBody } from '../middleware/read-body.ts'
import { route, type RouteRequest } from '../http/route.ts'
import type { Reply } from '../http/reply.ts'
import { xml, xmlDocument } from '../http/xml.ts'
import { ANSWERS } from '../oai/answer.ts'
import { readArguments, readVerb, type OaiArguments } from '../oai/arguments.ts'
import { OaiError } from '../oai/oai-error.ts'
import { renderResponse } from '../oai/response.ts'

/** Delay after which a change is listed for sure: transactions are not visible at once, and clocks of servers differ. */
const MARGIN = 60 * MICROS_PER_SECOND

const parameters = z.object({
  verb: z.string().meta({ examples: ['ListRecords'] }),
  identifier: z.string().optional(),
  metadataPrefix: z
    .string()
    .optional()
    .meta({ examples: ['oai_dc'] }),
  from: z.string().optional(),
  until: z.string().optional(),
  set: z.string().optional(),
  resumptionToken: z.string().optional(),
})

const shared = {
  path: '/oai/',
  responses: {
    200: { description: 'A response of OAI-PMH 2.0, also for its errors.', types: ['text/xml'] },
  },
  perMinute: OAI_REQUESTS_PER_MINUTE,
} as const

/** The Protocol for Metadata Harvesting 2.0 of the Open Archives Initiative. */
export const oaiRoutes = [
  route({
    ...shared,
    method: 'GET',
    summary: 'Harvest records by OAI-PMH',
    handlerInput: { query: parameters },
    handle: (request) => respond(request, new URL(request.target, 'http://host').searchParams),
  }),
  route({
    ...shared,
    method: 'POST',
    summary: 'Harvest records by OAI-PMH, with a form',
    handlerInput: { form: parameters },
    body: formBody,
    handle: (request) => respond(request, request.body),
  }),
]

/** Everyone gets the same records, also staff. */
async function respond({ catalog, links }: RouteRequest, given: URLSearchParams): Promise<Reply> {
  const baseUrl = links.base('/oai/')
  // Harvesters continue from this time.
  const time = catalog.clock.now() - MARGIN
  let request: OaiArguments = new Map()
  const answer = async () => {
    const verb = readVerb(given)
    const parsed = readArguments(verb, given)
    request = new Map([['verb', verb], ...parsed])
    return ANSWERS[verb]({ catalog, links, baseUrl, host: new URL(baseUrl).hostname }, parsed)
  }
  const content = await answer().catch((error: unknown) => {
    if (!(error instanceof OaiError)) throw error
    if (error.code === 'badArgument') request = new Map()
    return xml`<error code="${error.code}">${error.message}</error>`
  })
  const document = renderResponse({ time, baseUrl, request, content })
  return xmlDocument(document, { 'Content-Type': 'text/xml; charset=utf-8' })
}
