import type { Middleware } from 'koa'
import { FEATURES_HEADER } from '../../core/contract/features.ts'
import { isApiV2 } from './api-paths.ts'

/** Lists the server's extensions in every response of the API, including errors and preflights. */
export function features(): Middleware {
  return async (ctx, next) => {
    if (isApiV2(ctx)) ctx.set('Catalog-Features', FEATURES_HEADER)
    await next()
  }
}
