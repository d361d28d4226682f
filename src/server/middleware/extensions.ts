import type { Middleware } from 'koa'
import { EXTENSIONS_HEADER } from '../../core/contract/extensions.ts'
import { isApiV2 } from './api-paths.ts'

/** Lists the server's extensions in every response of the API, including errors and preflights. */
export function extensions(): Middleware {
  return async (ctx, next) => {
    if (isApiV2(ctx)) ctx.set('Catalog-Features', EXTENSIONS_HEADER)
    await next()
  }
}
