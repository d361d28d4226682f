import type { Middleware } from 'koa'
import { FEATURES_HEADER } from '../../core/contract/features.ts'

/** Lists the server's extensions in every response of the API, including errors and preflights. */
export function features(): Middleware {
  return async (ctx, next) => {
    if (isApiV2(ctx)) ctx.set('Catalog-Features', FEATURES_HEADER)
    await next()
  }
}

/** Whether a path belongs to the API, whose responses carry `Catalog-Features`. */
export function isApiV2({ path }: { path: string }): boolean {
  return /^\/api\/v2(\/|$)/.test(path)
}
