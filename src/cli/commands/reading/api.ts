import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { HTTP_METHODS, type HttpMethod } from '../../client/http-methods.ts'
import type { CommandFactory } from '../../command.ts'
import type { ApiCallFlags, Field } from '../../reading/call-api.ts'

function appendField(text: string, before: Field[] = []): Field[] {
  return [...before, parseField(text)]
}

function appendTypedField(text: string, before: Field[] = []): Field[] {
  const [name, value] = parseField(text)
  return [...before, [name, parseJsonOr(value, value)]]
}

function parseField(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw new InvalidArgumentError('Must be key=value.')
}

function parseJsonOr(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fallback
  }
}

export const apiCommand: CommandFactory = (cli) =>
  new Command('api')
    .description('Send a request to the API, and print the response')
    .argument('<method>', `Method: ${HTTP_METHODS.join(', ')}`, (text) => parseMethod(text))
    .argument('<path>', 'Path below /api/v2/, such as stats/, or a URL of the instance')
    .option(
      '-f, --field <key=value>',
      'Parameter of the query, or with POST, PUT and PATCH member of the body; repeatable',
      appendField,
    )
    .option(
      '-F, --typed-field <key=value>',
      'The same with a value in JSON, such as true, 12 or null; other values are text',
      appendTypedField,
    )
    .option('--input <file>', 'JSON file to send as the body; - reads standard input')
    .option('--include', 'Also print the status and the headers')
    .addOption(new Option('--paginate', 'Read all pages of a list').conflicts(['include', 'input']))
    .action(async (method, path, flags: ApiCallFlags) => {
      const { callApi } = await import('../../reading/call-api.ts')
      await callApi(cli, { method, path }, flags)
    })

function parseMethod(text: string): HttpMethod {
  const method = HTTP_METHODS.find((known) => known === text.toUpperCase())
  if (method !== undefined) return method
  throw new InvalidArgumentError(`Must be one of ${HTTP_METHODS.join(', ')}.`)
}
