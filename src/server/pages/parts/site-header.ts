import { html, type Html } from '../../../core/html.ts'
import type { Messages } from '../../messages/messages.ts'
import { renderName } from '../display-name.ts'
import type { Visit } from '../visit.ts'

/** The pages that the header of every page links to. */
const SECTIONS = [
  ['/images/', 'images'],
  ['/map/', 'map'],
  ['/search/', 'search'],
  ['/collections/', 'collections'],
  ['/subjects/', 'subjects'],
  ['/activity/', 'activity'],
] as const satisfies readonly (readonly [string, keyof Messages['site']])[]

/** Links to the home page, to the sections, and to the account. */
export function renderSiteHeader(visit: Visit, hasAccountLink: boolean): Html {
  const { siteName, links, messages } = visit
  return html`<header class="site-header">
    <a href="${links.base('/')}" class="site">${siteName}</a>
    <nav aria-label="${messages.site.navigation}" class="sections">
      ${SECTIONS.map(
        ([path, name]) =>
          html`<a
            href="${links.base(path)}"
            ${visit.target.startsWith(path) && html`aria-current="page"`}
            >${messages.site[name]}</a
          >`,
      )}
    </nav>
    ${hasAccountLink && renderAccount(visit)}
  </header>`
}

function renderAccount({ session, links, messages: { site, staff } }: Visit): Html {
  return html`<nav aria-label="${site.account}" class="account">
    ${session?.isStaff && html`<a href="${links.base('/staff/')}">${staff.title}</a>`}
    ${
      session
        ? html`<a href="${links.base('/account/')}"
            ><span class="unseen">${site.yourAccount}</span>${renderName(session.username)}</a
          >`
        : html`<a href="${links.base('/login/')}">${site.signIn}</a>`
    }
  </nav>`
}
