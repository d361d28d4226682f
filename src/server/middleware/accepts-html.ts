import type { Context } from 'koa'
import type { Route } from '../route.ts'
import { isApiOrMetadata } from './conditional.ts'

/** Whether people may open this address in a browser, so that its errors can be pages. */
export function canRespondWithHtml({
  path,
  errorFormat,
}: Pick<Route, 'path' | 'errorFormat'>): boolean {
  return errorFormat === 'page' || (errorFormat === undefined && !isApiOrMetadata({ path }))
}

/**
 * Whether to show the error as a page: to browsers, and at page addresses also to clients without an Accept
 * header. Adds Accept to Vary.
 */
export function acceptsHtml(ctx: Context): boolean {
  const { errorFormat } = ctx.state
  if (!canRespondWithHtml({ path: ctx.path, errorFormat })) return false
  ctx.vary('Accept')
  const preferred = errorFormat === 'page' ? ['html', 'json'] : ['json', 'html']
  return ctx.accepts(...preferred) === 'html'
}
