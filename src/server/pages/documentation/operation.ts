import type { Content, OpenApi, Operation, Parameter, Response } from '../../openapi/types.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { buildCurlCommand } from './curl-command.ts'
import { renderMembers, renderParameters } from './members.ts'
import { renderProse } from './prose.ts'
import { renderType } from './type.ts'

export interface OperationContext {
  method: string
  path: string
  operation: Operation
  document: OpenApi
}

/** Describes one operation: access, parameters, body and responses. */
export function renderOperation(context: OperationContext): Html {
  const { method, path, operation, document } = context
  const { operationId, summary, requestBody, responses } = operation
  const parameters = ownParameters(operation)
  const base = document.servers[0]?.url ?? ''
  const command = buildCurlCommand({ method, path, operation, parameters, base })
  return html`<article class="entry" id="${operationId}" aria-labelledby="${operationId}-name">
    <h3 id="${operationId}-name">
      <a href="#${operationId}"><span class="method">${method.toUpperCase()}</span> ${path}</a>
    </h3>
    <p>${renderProse(summary)}. <span class="soft">${describeAccess(operation)}</span></p>
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        ${renderParameters(parameters)}`
    }
    ${
      requestBody &&
      html`<h4>Body</h4>
        ${renderBody(requestBody.content)}`
    }
    <h4>Responses</h4>
    ${renderResponses(responses)} ${command !== undefined && renderExample(command, responses)}
  </article>`
}

/** Omits the parameters that operations share, which the introduction describes. */
function ownParameters({ parameters = [] }: Operation): Parameter[] {
  return parameters.filter((parameter): parameter is Parameter => !('$ref' in parameter))
}

function describeAccess({ security }: Operation): string {
  const isPublic = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
  if (isPublic) return 'No authentication required.'
  const scopes = security.flatMap(({ OAuth = [] }) => OAuth)
  if (scopes.length === 0) return 'Requires an access token.'
  const names = scopes.join(' or ')
  return scopes.includes('contribute')
    ? `Requires a token with the scope ${names}.`
    : `Requires the token of a staff user with the scope ${names}.`
}

function renderBody(content: Content): Html[] {
  return Object.entries(content).map(([type, { schema }]) => {
    const isNamed = schema?.$ref !== undefined
    return html`<p><code>${type}</code>${schema && isNamed && html`: ${renderType(schema)}`}</p>
      ${schema && !isNamed && schema.properties && renderMembers(schema)}`
  })
}

function renderResponses(responses: Record<string, Response>): Html {
  // The introduction describes these for all operations.
  const own = Object.entries(responses).filter(([status]) => status !== '304' && status !== '5XX')
  return html`<dl class="members responses">
    ${own.map(
      ([status, { description, content = {}, headers = {} }]) =>
        html`<div>
          <dt>${status}</dt>
          <dd>
            ${renderProse(description)} ${renderContent(content)}
            ${headerNames(headers).map((name) => html`<span class="soft">${name}</span> `)}
          </dd>
        </div>`,
    )}
  </dl>`
}

/** Omits ETag, which the introduction describes for all reads. */
function headerNames(headers: object): string[] {
  return Object.keys(headers).filter((name) => name !== 'ETag')
}

function renderContent(content: Content): Html[] {
  return Object.entries(content).map(([type, { schema }]) => {
    if (!schema) return html`<code>${type}</code> `
    const other = type === 'application/json' ? '' : html` as <code>${type}</code>`
    return html`<span class="soft">${renderType(schema)}${other}</span> ${
        schema.properties && renderMembers(schema)
      }`
  })
}

function renderExample(command: string, responses: Record<string, Response>): Html {
  const contents = Object.values(responses).flatMap(({ content = {} }) => Object.values(content))
  const body = contents.find(({ example }) => example !== undefined)?.example
  return html`<details>
    <summary>Example</summary>
    <pre tabindex="0">${command}</pre>
    ${body !== undefined && html`<pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>`}
  </details>`
}

/** Describes the named schemas. */
export function renderSchemas({ components }: OpenApi): Html[] {
  return Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article class="entry" id="schema-${name}" aria-labelledby="schema-${name}-name">
        <h3 id="schema-${name}-name"><a href="#schema-${name}">${name}</a></h3>
        ${schema.description !== undefined && html`<p>${renderProse(schema.description)}</p>`}
        ${schema.properties ? renderMembers(schema) : html`<p class="soft">${renderType(schema)}</p>`}
      </article>`,
  )
}
