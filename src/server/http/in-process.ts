import type { ZodType } from 'zod'
import type { HostUser } from '../../core/audit/actor.ts'
import { SCOPES, type Caller } from '../../core/auth/caller.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { parseFields } from '../../core/contract/parse-fields.ts'
import { notFound } from '../../core/base/errors.ts'
import { createLinks, linkBases } from './links.ts'
import { createETag } from '../middleware/conditional.ts'
import type { Route, RouteRequest } from './route.ts'

const loadPlacing = async () => (await import('../routes/placing.ts')).placingRoutes

const loadSubjects = async () => [
  ...(await import('../routes/subjects.ts')).subjectRoutes,
  ...(await import('../routes/tags.ts')).tagRoutes,
]

const loadModeration = async () => (await import('../routes/moderation.ts')).moderationRoutes

/** The endpoints that commands use on the host, by the noun of their path. Each command loads those of one noun. */
const ENDPOINTS: Readonly<Record<string, () => Promise<readonly Route[]>>> = {
  licenses: async () => (await import('../routes/licenses.ts')).licenseRoutes,
  collections: async () => (await import('../routes/collections.ts')).collectionRoutes,
  sources: async () => (await import('../routes/sources.ts')).sourceRoutes,
  settings: async () => (await import('../routes/settings.ts')).settingRoutes,
  comments: async () => [
    ...(await import('../routes/comments.ts')).commentRoutes,
    ...(await loadModeration()),
  ],
  georeferences: loadPlacing,
  'from-above-georeferences': loadPlacing,
  validations: loadPlacing,
  jobs: async () => (await import('../routes/jobs.ts')).jobApiRoutes,
  flags: async () => (await import('../routes/flags.ts')).flagRoutes,
  audit: async () => (await import('../routes/audit.ts')).auditRoutes,
  import: async () => (await import('../routes/import-batches.ts')).importBatchRoutes,
  images: async () => [
    ...(await import('../routes/images.ts')).imageRoutes,
    ...(await import('../routes/tags.ts')).tagRoutes,
  ],
  subjects: loadSubjects,
  'subject-records': loadSubjects,
  people: loadModeration,
  users: async () => [
    ...(await loadModeration()),
    ...(await import('../routes/users.ts')).userRoutes,
  ],
}

/** A response of the API. */
export interface InProcessReply {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** A request for the API. */
export interface InProcessRequest {
  method: string
  /** With the query: `/api/v2/licenses/?page=2`. */
  path: string
  /** Parsed JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/**
 * Answers a request for the API without HTTP, for an administrator on the host.
 * @param feedUser id of the user whom the feed names for changes of subjects; 0 for none
 * @throws CatalogError the errors of the endpoint, or kind `not_found` without one
 */
export async function answerInProcess(
  catalog: Catalog,
  { hostUser, feedUser }: { hostUser: HostUser; feedUser: number },
  { method, path, body, headers = {} }: InProcessRequest,
): Promise<InProcessReply> {
  const { host, port } = catalog.config
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const { declared, params } = await findEndpoint(method, pathname)
  const query = Object.fromEntries(searchParams)
  const caller = createHostCaller(hostUser, feedUser)
  const on = { catalog, caller, headers: toLowerCaseNames(headers) }
  const problems = await declared.checkBody?.(body, on as never)
  const request = {
    ...on,
    links: createLinks(linkBases(catalog.config, `http://${host}:${port}`)),
    params,
    query: declared.query ? parseFields(declared.query, query) : query,
    body: declared.body ? parseFields(declared.body as ZodType, body, problems) : body,
    target: path,
  } satisfies Partial<RouteRequest>
  const reply = await declared.handle(request as unknown as RouteRequest<never, never, never>)
  const { status, revision } = reply
  const tag = createETag(JSON.stringify(reply.body), revision)
  return { status, headers: { etag: tag }, body: reply.body }
}

function toLowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

async function findEndpoint(method: string, pathname: string) {
  const [noun = ''] = pathname.replace('/api/v2/', '').split('/')
  for (const declared of (await ENDPOINTS[noun]?.()) ?? []) {
    const pattern = new URLPattern({ pathname: declared.path })
    const matched = declared.method === method && pattern.exec({ pathname })
    if (!matched) continue
    const groups = Object.entries(matched.pathname.groups)
    const params = groups.map(([name, text = '']) => [name, decodeURIComponent(text)])
    return { declared, params: Object.fromEntries(params) as Record<string, string> }
  }
  throw notFound(`The API has no ${method} ${pathname}.`)
}

/** @param userId of the user whom the feed names. No user has the id 0, so that what needs a user finds none. */
function createHostCaller(hostUser: HostUser, userId: number): Caller {
  return {
    hostUser,
    userId,
    username: hostUser.system_user,
    isStaff: true,
    isSuspended: false,
    scopes: [...SCOPES],
    tokenExpiresAt: Number.MAX_SAFE_INTEGER,
    clientId: null,
  }
}
