import type { OpenApi, Operation } from '../../src/server/openapi/types.ts'

const JSON_TYPE = 'application/json'

export interface Step {
  method: string
  path: string
}

/** Returns a request for every operation of the document, for the objects with id 1. */
export function stepsOf({ paths }: Pick<OpenApi, 'paths'>): Step[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{[^}]+\}/g, '1') + requiredQuery(operation),
      })),
  )
}

/** The required query parameters with their examples. */
function requiredQuery({ parameters = [] }: Operation): string {
  const required = parameters.flatMap((one) =>
    'name' in one && one.in === 'query' && one.required ? [[one.name, String(one.example)]] : [],
  )
  return required.length === 0 ? '' : `?${new URLSearchParams(required)}`
}

/** Sends the requests one after the other. @returns the responses, such as "GET /path/: 200" */
export async function sendSteps(
  steps: readonly Step[],
  send: (path: string, init: RequestInit) => Promise<Response>,
): Promise<string[]> {
  const answers: string[] = []
  for (const { method, path } of steps) {
    const body = method === 'GET' || method === 'DELETE' ? null : '{}'
    const headers: Record<string, string> = body === null ? {} : { 'Content-Type': JSON_TYPE }
    const { status } = await send(path, { method, headers, body, redirect: 'manual' })
    answers.push(`${method} ${path}: ${status}`)
  }
  return answers
}

/** Returns the responses that are internal errors of the server. */
export function internalErrorsIn(answers: readonly string[]): string[] {
  return answers.filter((answer) => / 5(?!03)\d\d$/.test(answer))
}
