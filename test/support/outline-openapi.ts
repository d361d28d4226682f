import type { OpenApi, Operation } from '../../src/server/openapi/types.ts'

/**
 * Writes an OpenAPI document so that Git shows its changes well: a file for each tag, in which each operation, parameter,
 * body and response is one line, and a file for all schemas, in which each member is one.
 * @returns the texts by file name
 */
export function outlineOpenApi(document: OpenApi): Map<string, string> {
  const { paths, components, ...rest } = document
  const { schemas, ...others } = components
  const files = new Map([
    ['document.txt', toLines(rest)],
    ['components.txt', Object.entries(others).flatMap(([kind, named]) => [kind, ...indent(named)])],
    [
      'schemas.txt',
      Object.entries(schemas).flatMap(([name, schema]) => outlineSchema(name, schema)),
    ],
  ])
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${operation.tags.join(' ').toLowerCase().replaceAll(' ', '-')}.txt`
      const lines = outlineOperation(`${method.toUpperCase()} ${path}`, operation)
      files.set(name, [...(files.get(name) ?? []), ...lines])
    }
  }
  return new Map([...files].map(([name, lines]) => [name, `${lines.join('\n')}\n`]))
}

function outlineOperation(name: string, operation: Operation): string[] {
  const { parameters = [], requestBody, responses, ...rest } = operation
  return [
    `${name} ${JSON.stringify(rest)}`,
    ...parameters.map((parameter) => `  parameter ${JSON.stringify(parameter)}`),
    ...(requestBody ? [`  body ${JSON.stringify(requestBody)}`] : []),
    ...indent(responses),
  ]
}

function outlineSchema(name: string, schema: object): string[] {
  const { properties = {}, ...rest } = schema as { properties?: object }
  return [`${name} ${JSON.stringify(rest)}`, ...indent(properties)]
}

function indent(members: object): string[] {
  return toLines(members).map((line) => `  ${line}`)
}

function toLines(members: object): string[] {
  return Object.entries(members).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
}
