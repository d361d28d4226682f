import type { Context } from 'koa'
import type { SiteConfig } from '../../core/config/config.ts'
import type { KnownSiteName } from './known-site-name.ts'
import type { Links } from '../http/links.ts'
import { findLanguage } from '../http/language.ts'
import { isEnglishOnly, toPageMessage } from '../pages/error-message.ts'
import { renderErrorPage } from '../pages/error.ts'
import { createVisit } from '../pages/visit.ts'
import type { RequestFailure } from './request-failure.ts'

/** Links, name and settings of the site, which every error page has. */
export interface ErrorPages {
  links: Links
  siteName: KnownSiteName
  site: SiteConfig
}

/** Responds with the error as an HTML page. It reads nothing from the database, which may be what fails. */
export function respondWithPage(
  ctx: Context,
  failure: RequestFailure,
  { links, siteName: knownName, site }: ErrorPages,
): void {
  const { status, error, pageMessage, requestId } = failure
  const hasOriginal = pageMessage === undefined && isEnglishOnly(error)
  const siteName = knownName() ?? new URL(links.base('/')).host
  const target = ctx.path + ctx.search
  const language = () => findLanguage(ctx, links, site.language)
  const visit = createVisit({ links, target, language }, { session: undefined, siteName, site })
  const reply = renderErrorPage(visit, {
    status,
    title: pageMessage === 'gone' ? visit.messages.errors.goneTitle : undefined,
    message:
      pageMessage === undefined
        ? toPageMessage(error, visit.messages)
        : visit.messages.errors[pageMessage],
    original: hasOriginal ? error.message : undefined,
    requestId,
    retryUrl: retryUrl(ctx, failure, links),
  })
  ctx.set(reply.headers as Record<string, string>)
  ctx.status = reply.status
  ctx.body = reply.body
}

/** A GET can be retried after a server error, which may be temporary. A link cannot submit a form again. */
function retryUrl(ctx: Context, { status }: RequestFailure, links: Links): string | undefined {
  const retryPath: string | undefined = ctx.state.retryPath?.(ctx)
  if (retryPath !== undefined) return links.base(retryPath)
  return ctx.method === 'GET' && status >= 500 ? links.base(ctx.path + ctx.search) : undefined
}
