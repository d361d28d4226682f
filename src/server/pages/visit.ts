import type { Session } from '../../core/auth/sessions.ts'
import type { SiteConfig } from '../../core/config/config.ts'
import type { Visibility } from '../../core/model/visibility.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import type { Links } from '../http/links.ts'
import type { Language } from '../../core/base/languages.ts'
import { MESSAGES, type Messages } from '../messages/messages.ts'
import { findBrowserSession } from '../oauth/browser-session.ts'
import type { RouteRequest } from '../http/route.ts'

/** Session, language and URLs of a request for a page: the data that every page needs besides its content. */
export interface Visit {
  /** The user's session; undefined if not signed in, or if the page is the same for everyone. */
  session: Session | undefined
  siteName: string
  site: SiteConfig
  language: Language
  /** The texts of that language. */
  messages: Messages
  links: Links
  /** Path and query of the page, below the base URL. */
  target: string
}

/** A visit of a user who is signed in. */
export type SignedInVisit = Visit & { session: Session }

export function isSignedIn(visit: Visit): visit is SignedInVisit {
  return visit.session !== undefined
}

/** Staff also see the pages of what is not public. */
export function getVisitorVisibility({ session }: Pick<Visit, 'session'>): Visibility {
  return session?.isStaff === true ? 'everything' : 'public'
}

/** Reads the visitor's session and the name of the site. */
export async function startVisit(request: RouteRequest): Promise<Visit> {
  const [session, siteName] = await Promise.all([
    findBrowserSession(request),
    getSiteName(request.catalog.reads),
  ])
  return createVisit(request, { session, siteName, site: request.catalog.config })
}

export function createVisit(
  request: Pick<RouteRequest, 'links' | 'target' | 'language'>,
  known: Pick<Visit, 'session' | 'siteName' | 'site'>,
): Visit {
  const { links, target } = request
  const language = request.language()
  return { ...known, links, target, language, messages: MESSAGES[language] }
}
