import type { Middleware } from 'koa'
import type { ContributionsLicense } from '../../core/config/contributions-license.ts'

/** Paths with nothing but contributions of users. Images and subjects also have the descriptions of archives. */
const CONTRIBUTED = /^\/api\/v2\/(?:from-above-)?georeferences\//v

/** Links georeferences in the API to the license of contributions (relation `license` of RFC 4946). */
export function licenseLink(license: ContributionsLicense | null): Middleware {
  return async (ctx, next) => {
    if (license && CONTRIBUTED.test(ctx.path))
      ctx.set('Link', `<${license.permalink}>; rel="license"`)
    await next()
  }
}
