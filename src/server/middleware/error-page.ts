import type { Context } from 'koa'
import type { Links } from '../links.ts'
import { errorPage } from '../pages/error.ts'
import { isAppsMistake, type Failure } from './http-error.ts'

/** Responds with the error as a page: what went wrong, whose fault it is, and where to continue. */
export function respondWithPage(ctx: Context, failure: Failure, links: Links): void {
  const { status, error, sentence, number } = failure
  const reply = errorPage(links, {
    status,
    message: sentence ?? error.message,
    advice: isAppsMistake(failure)
      ? 'The app that sent you here made an invalid request. Please contact its developers.'
      : undefined,
    number,
    again: whereAgain(ctx, failure, links),
  })
  ctx.set(reply.headers as Record<string, string>)
  ctx.status = reply.status
  ctx.body = reply.body
}

/** Server errors may be temporary, so a GET can be retried. A link cannot resend a form. */
function whereAgain(ctx: Context, { status }: Failure, links: Links): string | undefined {
  const start: string | undefined = ctx.state.retryPath?.()
  if (start !== undefined) return links.base(start)
  return ctx.method === 'GET' && status >= 500 ? links.base(ctx.path + ctx.search) : undefined
}
