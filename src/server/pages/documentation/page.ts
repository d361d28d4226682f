import type { Links } from '../../links.ts'
import type { OpenApi, Operation } from '../../openapi/types.ts'
import type { Reply } from '../../reply.ts'
import { html, type Html } from '../../../core/html.ts'
import { page } from '../layout.ts'
import { operationSection, shapeSections } from './operation.ts'
import { anchor, prose } from './prose.ts'
import { DOCUMENTATION_STYLE } from './style.ts'

export interface DocumentationPage {
  document: OpenApi
  siteName: string
  links: Links
}

interface Entry {
  method: string
  path: string
  operation: Operation
}

/** The interface's document for people: the same, on one page that needs nothing from anywhere. */
export function documentationPage({ document, siteName, links }: DocumentationPage): Reply {
  const groups = Map.groupBy(entriesOf(document), ({ operation }) => operation.tags[0] ?? '')
  return page({
    title: 'API',
    siteName,
    home: links.base('/'),
    style: DOCUMENTATION_STYLE,
    main: html`<div class="reference">
      ${contents(document, groups)}
      <div>
        <h1>API</h1>
        ${introduction(links)}
        ${document.tags.map(
          ({ name, description }) =>
            html`<section id="${anchor(name)}" aria-labelledby="${anchor(name)}-name">
              <h2 id="${anchor(name)}-name">${name}</h2>
              <p>${prose(description)}</p>
              ${(groups.get(name) ?? []).map((entry) => operationSection({ ...entry, document }))}
            </section>`,
        )}
        <section id="shapes" aria-labelledby="shapes-name">
          <h2 id="shapes-name">Shapes</h2>
          ${shapeSections(document)}
        </section>
      </div>
    </div>`,
  })
}

function entriesOf({ paths }: OpenApi): Entry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
}

function contents({ tags, components }: OpenApi, groups: Map<string, Entry[]>): Html {
  return html`<nav class="contents" aria-label="Contents">
    <a class="skip" href="#sources">Skip the contents</a>
    <ul>
      ${tags.map(
        ({ name }) =>
          html`<li>
            <a href="#${anchor(name)}">${name}</a>
            <ul>
              ${(groups.get(name) ?? []).map(contentsEntry)}
            </ul>
          </li>`,
      )}
      <li>
        <a href="#shapes">Shapes</a>
        <ul>
          ${Object.keys(components.schemas).map(
            (name) => html`<li><a href="#shape-${name}">${name}</a></li>`,
          )}
        </ul>
      </li>
    </ul>
  </nav>`
}

function contentsEntry({ method, path, operation }: Entry): Html {
  return html`<li>
    <a href="#${operation.operationId}"
      ><span class="method">${method.toUpperCase()}</span> ${path.replace('/api/v2', '')}</a
    >
  </li>`
}

function introduction(links: Links): Html {
  const address = links.api('/openapi.json')
  return html`<p>
      Everything public can be read as JSON, without a key and from a script on any web page. For
      programs this page exists as <a href="${address}">an OpenAPI 3.1 document</a>.
    </p>
    <ul>
      <li>A path answers with and without its final slash, and to HEAD wherever to GET.</li>
      <li>
        Lists come in pages: follow <code>next</code>. Parameters that a list does not know are
        passed over; several values are separated by commas.
      </li>
      <li>
        A refusal says what is wrong as <code>detail</code>, as <code>error</code>, or with a list
        of sentences for each wrong field. What is the service’s own fault has a status from 500 on.
      </li>
      <li>
        Reads without a token carry an <code>ETag</code>; sent back in <code>If-None-Match</code> it
        gives 304 while nothing has changed.
      </li>
      <li>
        A token goes into <code>Authorization: Bearer …</code>. That of a staff user with the scope
        <code>import</code> also shows what is not public.
        <a href="#apps-and-tokens">How to get one</a>.
      </li>
      <li>Times are UTC with microseconds. Answers may gain members.</li>
    </ul>`
}
