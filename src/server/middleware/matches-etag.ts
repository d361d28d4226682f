import type { Context } from 'koa'

/**
 * Whether If-None-Match matches an ETag, by default that of the response. Compares weakly (RFC 9110, section 13.1.2).
 * Unlike koa's `fresh`, it ignores the request's Cache-Control, which `fetch` in browsers adds to conditional requests.
 */
export function matchesETag(ctx: Context, current = ctx.response.get('ETag')): boolean {
  const header = ctx.get('If-None-Match').trim()
  if (header === '' || !current) return false
  if (header === '*') return true
  return header.split(',').some((tag) => opaqueTag(tag.trim()) === opaqueTag(current))
}

function opaqueTag(tag: string): string {
  return tag.replace(/^W\//, '')
}
