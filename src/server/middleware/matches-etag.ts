import type { Context } from 'koa'

/**
 * Whether If-None-Match names the response's ETag (RFC 9110, section 13.1.2; weak comparison). Unlike koa's
 * `fresh`, it ignores the request's Cache-Control, which browsers' `fetch` adds to every conditional request
 * of a script.
 */
export function matchesETag(ctx: Context): boolean {
  const held = ctx.get('If-None-Match').trim()
  const tag = ctx.response.get('ETag')
  if (held === '' || !tag) return false
  if (held === '*') return true
  return held.split(',').some((one) => opaqueTag(one.trim()) === opaqueTag(tag))
}

function opaqueTag(tag: string): string {
  return tag.replace(/^W\//, '')
}
