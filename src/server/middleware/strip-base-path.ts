import type { Middleware } from 'koa'
import type { LinkBases } from '../links.ts'
import { METADATA_PATH } from '../oauth/metadata.ts'

/**
 * Strips the path prefix of the public addresses, so that routes are independent of it. A proxy may have
 * stripped it already.
 */
export function stripBasePath({ baseUrl, cdnUrl, uploadUrl }: LinkBases): Middleware {
  const mounts = [
    { prefix: METADATA_PATH + pathOf(baseUrl), home: METADATA_PATH },
    { prefix: pathOf(cdnUrl), home: '/media' },
    { prefix: pathOf(uploadUrl), home: '/upload' },
    { prefix: pathOf(baseUrl), home: '' },
  ].filter(({ prefix }) => prefix !== '')
  return async (ctx, next) => {
    const mount = mounts.find(
      ({ prefix }) => ctx.path === prefix || ctx.path.startsWith(`${prefix}/`),
    )
    if (mount) ctx.path = mount.home + (ctx.path.slice(mount.prefix.length) || '/')
    await next()
  }
}

function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/$/, '')
}
