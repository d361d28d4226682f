import type { Content, OpenApi, Operation, Parameter, Response } from '../../openapi/types.ts'
import { html, type Html } from '../../../core/html.ts'
import { commandOf } from './curl-command.ts'
import { memberList, parameterList } from './members.ts'
import { prose } from './prose.ts'
import { typeOf } from './type.ts'

export interface OperationContext {
  method: string
  path: string
  operation: Operation
  document: OpenApi
}

/** One operation: authorization, parameters, body and responses. */
export function operationSection(context: OperationContext): Html {
  const { method, path, operation, document } = context
  const { operationId, summary, requestBody, responses } = operation
  const parameters = ownParameters(operation)
  const base = document.servers[0]?.url ?? ''
  const command = commandOf({ method, path, operation, parameters, base })
  return html`<article class="entry" id="${operationId}" aria-labelledby="${operationId}-name">
    <h3 id="${operationId}-name">
      <a href="#${operationId}"><span class="method">${method.toUpperCase()}</span> ${path}</a>
    </h3>
    <p>${prose(summary)}. <span class="soft">${whoMay(operation)}</span></p>
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        ${parameterList(parameters)}`
    }
    ${
      requestBody &&
      html`<h4>Body</h4>
        ${bodyPart(requestBody.content)}`
    }
    <h4>Responses</h4>
    ${answerList(responses)} ${command !== undefined && examples(command, responses)}
  </article>`
}

/** Leaves out the parameters that every operation shares. */
function ownParameters({ parameters = [] }: Operation): Parameter[] {
  return parameters.filter((parameter): parameter is Parameter => !('$ref' in parameter))
}

function whoMay({ security }: Operation): string {
  const nobody = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
  if (nobody) return 'No authentication required.'
  const scopes = security.flatMap(({ OAuth = [] }) => OAuth)
  return scopes.includes('import')
    ? 'Requires the token of a staff user with the scope import.'
    : 'Requires an access token.'
}

function bodyPart(content: Content): Html[] {
  return Object.entries(content).map(([type, { schema }]) => {
    const isNamed = schema?.$ref !== undefined
    return html`<p><code>${type}</code>${schema && isNamed && html`: ${typeOf(schema)}`}</p>
      ${schema && !isNamed && schema.properties && memberList(schema)}`
  })
}

function answerList(responses: Record<string, Response>): Html {
  // The introduction describes these once for all operations.
  const own = Object.entries(responses).filter(([status]) => status !== '304' && status !== '5XX')
  return html`<dl class="members answers">
    ${own.map(
      ([status, { description, content = {}, headers = {} }]) =>
        html`<div>
          <dt>${status}</dt>
          <dd>
            ${prose(description)} ${contentPart(content)}
            ${headerNames(headers).map((name) => html`<span class="soft">${name}</span> `)}
          </dd>
        </div>`,
    )}
  </dl>`
}

/** Leaves out ETag, which the introduction describes once for all reads. */
function headerNames(headers: object): string[] {
  return Object.keys(headers).filter((name) => name !== 'ETag')
}

function contentPart(content: Content): Html[] {
  return Object.entries(content).map(([type, { schema }]) => {
    if (!schema) return html`<code>${type}</code> `
    const other = type === 'application/json' ? '' : html` as <code>${type}</code>`
    return html`<span class="soft">${typeOf(schema)}${other}</span> ${
        schema.properties && memberList(schema)
      }`
  })
}

function examples(command: string, responses: Record<string, Response>): Html {
  const done = Object.values(responses).flatMap(({ content = {} }) => Object.values(content))
  const answer = done.find(({ example }) => example !== undefined)?.example
  return html`<details>
    <summary>Example</summary>
    <pre tabindex="0">${command}</pre>
    ${answer !== undefined && html`<pre tabindex="0">${JSON.stringify(answer, null, 2)}</pre>`}
  </details>`
}

/** The named schemas, each with its members. */
export function shapeSections({ components }: OpenApi): Html[] {
  return Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article class="entry" id="shape-${name}" aria-labelledby="shape-${name}-name">
        <h3 id="shape-${name}-name"><a href="#shape-${name}">${name}</a></h3>
        ${schema.description !== undefined && html`<p>${prose(schema.description)}</p>`}
        ${schema.properties ? memberList(schema) : html`<p class="soft">${typeOf(schema)}</p>`}
      </article>`,
  )
}
