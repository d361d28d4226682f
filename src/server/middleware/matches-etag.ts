import type { Context } from 'koa'

/**
 * Whether the client holds this very answer (RFC 9110, section 13.1.2; weak comparison). Unlike koa's own
 * `fresh` it takes no notice of the request's Cache-Control, which is for caches and which browsers'
 * `fetch` adds to every conditional request that a script makes.
 */
export function matchesETag(ctx: Context): boolean {
  const held = ctx.get('If-None-Match').trim()
  const tag = ctx.response.get('ETag')
  if (held === '' || !tag) return false
  if (held === '*') return true
  return held.split(',').some((one) => opaque(one.trim()) === opaque(tag))
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
