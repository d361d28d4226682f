import type { JsonSchema, Operation, Parameter } from '../../openapi/types.ts'
import { formatValue } from './prose.ts'

export interface CurlContext {
  method: string
  path: string
  operation: Operation
  parameters: readonly Parameter[]
  /** Base URL of the service. */
  base: string
}

/** Formats the request as a curl command; undefined for HTML pages. */
export function buildCurlCommand(context: CurlContext): string | undefined {
  const { method, operation } = context
  const isPage = Object.values(operation.responses).some(({ content }) => content?.['text/html'])
  if (isPage) return undefined
  const isDefault = method === 'get' || (operation.requestBody && method !== 'patch')
  const verb = isDefault ? [] : [`-X ${method.toUpperCase()}`]
  const options = [...verb, ...tokenOptions(operation), ...bodyOptions(operation)]
  return ['curl', ...options, quoteForShell(buildUrl(context))]
    .join(' \\\n  ')
    .replace(/ \\\n {2}/, ' ')
}

function buildUrl({ path, parameters, base }: CurlContext): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, formatValue(example)), path)
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${formatValue(example)}`)
  return base + filled + (query.length > 0 ? `?${query.join('&')}` : '')
}

function tokenOptions({ security }: Operation): string[] {
  const isNeeded = security.length > 0 && security.every((scheme) => 'OAuth' in scheme)
  return isNeeded ? ['-H "Authorization: Bearer $TOKEN"'] : []
}

function bodyOptions({ requestBody }: Operation): string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined) return []
  if (type === 'application/json')
    return [`--json ${quoteForShell(JSON.stringify(media?.example))}`]
  if (type === 'image/*') return ["-H 'Content-Type: image/jpeg'", '--upload-file photo.jpg']
  return formFields(media?.schema ?? {})
}

function formFields({ required = [], properties = {} }: JsonSchema): string[] {
  return required.map((name) => {
    const [value] = properties[name]?.enum ?? []
    return `--data-urlencode ${quoteForShell(`${name}=${formatValue(value)}`)}`
  })
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
