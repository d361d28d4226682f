import { html, type Html } from '../../../core/base/html.ts'
import { pathOf, type Links } from '../../http/links.ts'
import type { Messages } from '../../messages/messages.ts'
import { renderName } from '../display-name.ts'
import type { Visit } from '../visit.ts'

/** The pages that the header of every page links to, and the beginnings of paths that belong to them. */
const SECTIONS = [
  ['/images/', 'images', /^\/(?:images|\d+)\//v],
  ['/map/', 'map', /^\/map\//v],
  ['/search/', 'search', /^\/search\//v],
  ['/collections/', 'collections', /^\/(?:collections|sources)\//v],
  ['/subjects/', 'subjects', /^\/subjects\//v],
  ['/activity/', 'activity', /^\/(?:activity|contributors)\//v],
] as const satisfies readonly (readonly [string, keyof Messages['site'], RegExp])[]

/** Links to the home page, to the sections, and to the account. */
export function renderSiteHeader(visit: Visit, hasAccountLink: boolean): Html {
  const { siteName, site, links, messages } = visit
  return html`<header class="site-header">
    <a href="${links.base('/')}" class="site"
      >${site.logo !== null && html`<img src="${logoUrl(links)}" alt="" />`}${siteName}</a
    >
    <nav aria-label="${messages.site.navigation}" class="sections">
      ${SECTIONS.map(
        ([path, name, within]) =>
          html`<a
            href="${links.base(path)}"
            ${within.test(visit.target) && html`aria-current="${isAt(visit, path) ? 'page' : 'true'}"`}
            >${messages.site[name]}</a
          >`,
      )}
    </nav>
    ${hasAccountLink && renderAccount(visit)}
  </header>`
}

function isAt({ target }: Visit, path: string): boolean {
  return target.split('?', 1)[0] === path
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

/** Without a host, so that a page also shows the logo where it is opened at another address of this server. */
function logoUrl(links: Links): string {
  return `${pathOf(links.base('/'))}/logo`
}
