import { join } from 'node:path'
import { z } from 'zod'
import { LOGO_TYPES } from '../../core/config/site-settings.ts'
import { notFound } from '../../core/base/errors.ts'
import { checkReadable } from '../../core/queries/site/health.ts'
import { getAssets } from '../http/assets.ts'
import { IMMUTABLE, ONE_MINUTE, ONE_WEEK } from '../http/cache-control.ts'
import { FAVICON } from '../pages/favicon.ts'
import { findDataFile, sendDataFile } from '../media/data-file.ts'
import { fileResponses } from '../media/file-responses.ts'
import { USER_CONTENT_HEADERS } from '../middleware/security-headers.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

const health = z.strictObject({ status: z.literal('ok') }).describe('The service is running.')

const readiness = z
  .strictObject({ status: z.literal('ready') })
  .describe('The service can read its database and its signing key, and write to its storage.')

/** A probe asks every few seconds. It writes to the disk, so that others cannot ask without limit. */
const PROBES_PER_MINUTE = 120

/** The health checks, and files that browsers request. */
export const siteRoutes = [
  route({
    method: 'GET',
    path: '/healthz',
    summary: 'Check whether the service is running',
    responses: { 200: health },
    // Restarting a service does not help while its database is away.
    handle: async () => json({ status: 'ok' }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    summary: 'Check whether the service can do its work',
    responses: { 200: readiness },
    perMinute: PROBES_PER_MINUTE,
    async handle({ catalog: { reads, signingKeys, storage } }) {
      await checkReadable(reads)
      await storage.requireAvailable()
      signingKeys.current()
      return json({ status: 'ready' })
    },
  }),
  route({
    method: 'GET',
    path: '/favicon.ico',
    summary: 'Get the icon of the site',
    responses: { 200: { description: 'The icon.', types: ['image/x-icon'] } },
    async handle() {
      const headers = { 'Content-Type': 'image/x-icon', 'Cache-Control': ONE_WEEK }
      return { status: 200, body: FAVICON, headers }
    },
  }),
  route({
    method: 'GET',
    path: '/logo',
    summary: 'Download the logo of the site',
    responses: fileResponses(...new Set(Object.values(LOGO_TYPES))),
    errorResponses: { 404: 'The server has no logo.' },
    async handle({ catalog: { config } }) {
      const found = config.logo && (await findDataFile(join(config.data, config.logo)))
      if (!config.logo || !found) throw notFound('This server has no logo.')
      return sendDataFile(found, {
        ...USER_CONTENT_HEADERS,
        'Content-Type': LOGO_TYPES[config.logo],
        'Cache-Control': ONE_MINUTE,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/assets/:name',
    summary: 'Get a style sheet, script, map or font of the pages',
    responses: {
      200: {
        description: 'The file.',
        types: ['text/css', 'text/javascript', 'application/json', 'font/woff2', 'text/plain'],
      },
    },
    async handle({ params }) {
      const asset = getAssets().find(params.name ?? '')
      if (!asset) throw notFound('File not found.')
      const { body, type, isImmutable } = asset
      const cacheControl = isImmutable ? IMMUTABLE : ONE_WEEK
      return { status: 200, body, headers: { 'Content-Type': type, 'Cache-Control': cacheControl } }
    },
  }),
]
