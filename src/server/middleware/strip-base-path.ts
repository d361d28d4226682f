import type { Middleware } from 'koa'
import { pathOf, type LinkBases } from '../http/links.ts'
import { METADATA_PATH } from '../oauth/metadata.ts'

/**
 * Strips the path prefixes of the public URLs, so that routes are independent of them. A proxy may have stripped
 * them already.
 */
export function stripBasePath({ baseUrl, cdnUrl, uploadUrl }: LinkBases): Middleware {
  const mounts = [
    { prefix: METADATA_PATH + pathOf(baseUrl), path: METADATA_PATH },
    { prefix: pathOf(cdnUrl), path: '/media' },
    { prefix: pathOf(uploadUrl), path: '/upload' },
    { prefix: pathOf(baseUrl), path: '' },
  ].filter(({ prefix }) => prefix !== '')
  return async (ctx, next) => {
    const mount = mounts.find(
      ({ prefix }) => ctx.path === prefix || ctx.path.startsWith(`${prefix}/`),
    )
    if (mount) ctx.path = mount.path + (ctx.path.slice(mount.prefix.length) || '/')
    await next()
  }
}
