import type { Context } from 'koa'
import type { Links } from '../links.ts'
import { errorPage } from '../pages/error.ts'
import { isAppsMistake, type Failure } from './failure.ts'

/** Tells a person what went wrong, whose mistake it is, and where to go on. */
export function answerPage(ctx: Context, failure: Failure, links: Links): void {
  const { status, error, sentence, number } = failure
  const reply = errorPage(links, {
    status,
    message: sentence ?? error.message,
    advice: isAppsMistake(failure)
      ? 'The app that sent you here made a mistake. Only its makers can mend it.'
      : undefined,
    number,
    again: whereAgain(ctx, failure, links),
  })
  ctx.set(reply.headers as Record<string, string>)
  ctx.status = reply.status
  ctx.body = reply.body
}

/** What is the service's own fault may be over soon; a form is not sent again by a link. */
function whereAgain(ctx: Context, { status }: Failure, links: Links): string | undefined {
  const start: string | undefined = ctx.state.startAgain?.()
  if (start !== undefined) return links.base(start)
  return ctx.method === 'GET' && status >= 500 ? links.base(ctx.path + ctx.search) : undefined
}
