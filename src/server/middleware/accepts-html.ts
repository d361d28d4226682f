import type { Context } from 'koa'
import type { Route } from '../route.ts'
import { isForPrograms } from './conditional.ts'

/** Whether people may come across this address in a browser, so that its failures can be pages. */
export function maybeForPeople({ path, failures }: Pick<Route, 'path' | 'failures'>): boolean {
  return failures === 'page' || (failures === undefined && !isForPrograms({ path }))
}

/**
 * Whether the failure is to be told on a page: to a browser that goes to an address, and to whoever asks
 * for a page without saying what they can read. Says that this depends on what was asked for.
 */
export function acceptsHtml(ctx: Context): boolean {
  const { failures } = ctx.state
  if (!maybeForPeople({ path: ctx.path, failures })) return false
  ctx.vary('Accept')
  const preferred = failures === 'page' ? ['html', 'json'] : ['json', 'html']
  return ctx.accepts(...preferred) === 'html'
}
