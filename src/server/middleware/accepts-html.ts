import type { Context } from 'koa'
import type { Route } from '../http/route.ts'
import { isApiOrMetadata } from './api-paths.ts'

/** Whether browsers may open a path, so that its errors can be HTML pages. */
export function canRespondWithHtml({
  path,
  errorFormat,
}: Pick<Route, 'path' | 'errorFormat'>): boolean {
  return errorFormat === 'page' || (errorFormat === undefined && !isApiOrMetadata({ path }))
}

/**
 * Whether to respond with an HTML error page: to browsers, and on page routes also to clients without an Accept
 * header. Adds Accept to Vary.
 */
export function acceptsHtml(ctx: Context): boolean {
  const { errorFormat } = ctx.state
  if (!canRespondWithHtml({ path: ctx.path, errorFormat })) return false
  ctx.vary('Accept')
  const preferred = errorFormat === 'page' ? ['html', 'json'] : ['json', 'html']
  return ctx.accepts(...preferred) === 'html'
}
