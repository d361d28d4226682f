import type { OpenApi, Operation } from '../../openapi/types.ts'
import type { Reply } from '../../http/reply.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { renderPage } from '../layout.ts'
import type { Visit } from '../visit.ts'
import { renderOperation, renderSchemas } from './operation.ts'
import { toAnchor, renderProse } from './prose.ts'

export interface DocumentationPage {
  document: OpenApi
  visit: Visit
}

interface Entry {
  method: string
  path: string
  operation: Operation
}

/** Shows the OpenAPI document on one page, without scripts. */
export function renderDocumentationPage({ document, visit }: DocumentationPage): Reply {
  const groups = Map.groupBy(listEntries(document), ({ operation }) => operation.tags[0] ?? '')
  return renderPage(visit, {
    title: 'API',
    isTranslated: false,
    hasAccountLink: false,
    styleSheet: 'documentation.css',
    main: html`<div class="reference">
      ${renderContents(document, groups)}
      <div>
        <h1>API</h1>
        ${renderIntroduction(visit.links)}
        ${document.tags.map(
          ({ name, description }) =>
            html`<section id="${toAnchor(name)}" aria-labelledby="${toAnchor(name)}-name">
              <h2 id="${toAnchor(name)}-name">${name}</h2>
              <p>${renderProse(description)}</p>
              ${(groups.get(name) ?? []).map((entry) => renderOperation({ ...entry, document }))}
            </section>`,
        )}
        <section id="schemas" aria-labelledby="schemas-name">
          <h2 id="schemas-name">Schemas</h2>
          ${renderSchemas(document)}
        </section>
      </div>
    </div>`,
  })
}

function listEntries({ paths }: OpenApi): Entry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
}

function renderContents({ tags, components }: OpenApi, groups: Map<string, Entry[]>): Html {
  return html`<nav class="contents" aria-label="Contents">
    <a class="skip" href="#sources">Skip to the reference</a>
    <ul>
      ${tags.map(
        ({ name }) =>
          html`<li>
            <a href="#${toAnchor(name)}">${name}</a>
            <ul>
              ${(groups.get(name) ?? []).map(renderContentsEntry)}
            </ul>
          </li>`,
      )}
      <li>
        <a href="#schemas">Schemas</a>
        <ul>
          ${Object.keys(components.schemas).map(
            (name) => html`<li><a href="#schema-${name}">${name}</a></li>`,
          )}
        </ul>
      </li>
    </ul>
  </nav>`
}

function renderContentsEntry({ method, path, operation }: Entry): Html {
  return html`<li>
    <a href="#${operation.operationId}"
      ><span class="method">${method.toUpperCase()}</span> ${path.replace('/api/v2', '')}</a
    >
  </li>`
}

function renderIntroduction(links: Visit['links']): Html {
  const url = links.api('/openapi.json')
  return html`<p>
      All public data can be read as JSON, without credentials and from scripts on any website. This
      reference is also available as <a href="${url}">an OpenAPI 3.1 document</a>.
    </p>
    <ul>
      <li>Paths work with and without a trailing slash. HEAD works wherever GET does.</li>
      <li>
        Lists are paginated: follow <code>next</code>. Unknown parameters are ignored. Separate
        several values with commas.
      </li>
      <li>
        Errors have a message in <code>detail</code> or <code>error</code>, or a list of messages
        for each invalid field. Server errors have a status of 500 or above.
      </li>
      <li>
        Responses to anonymous reads have an <code>ETag</code>. Send it in
        <code>If-None-Match</code> to get 304 if nothing has changed.
      </li>
      <li>
        Send an access token as <code>Authorization: Bearer …</code>. With the token of a staff user
        that has the scope <code>import</code>, responses include non-public data.
        <a href="#apps-and-tokens">Get a token</a>.
      </li>
      <li>Times are in UTC with microseconds. New members may be added to responses.</li>
    </ul>`
}
