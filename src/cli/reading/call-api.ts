import { readFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { resolve } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import { parseRetryAfter } from '../../core/base/retry-after.ts'
import { openApi, type Api } from '../client/api.ts'
import { toApiError } from '../client/api-errors.ts'
import type { Cli } from '../cli.ts'
import { EXIT, toExitCode } from '../terminal/exit-codes.ts'
import type { HttpMethod } from '../client/http-methods.ts'
import { openSession, type Session } from '../login/session.ts'
import { printParts, printText, writeResult } from '../terminal/output.ts'
import { readStandardInput } from '../options/read-arguments.ts'
import { withRetry } from '../client/retry.ts'
import { sanitizeCell, toSafeJson } from '../terminal/sanitize.ts'
import type { HttpResponse } from '../client/transport.ts'
import { toInstancePath } from './instance-path.ts'

export interface ApiCallFlags {
  field?: string[]
  input?: string
  include?: true
  paginate?: true
}

interface ApiCall {
  method: HttpMethod
  /** Below the instance, with its query. */
  path: string
  body?: unknown
}

interface Client {
  cli: Cli
  session: Session
  api: Api
}

/** Sends a request to the API, and prints the response. The exit code tells its status. */
export async function callApi(
  cli: Cli,
  { method, path }: { method: HttpMethod; path: string },
  flags: ApiCallFlags,
): Promise<void> {
  const session = await openSession(cli)
  const client = { cli, session, api: openApi(cli, session) }
  const call = await createCall(cli, { method, path: toInstancePath(session.url, path) }, flags)
  if (flags.paginate) return printPages(client, call)
  if (flags.include) return printWithHeaders(client, call)
  await printBody(client, await requireSuccess(client, call))
}

/** Adds the fields to the query, or to the body of a request that has one. */
async function createCall(cli: Cli, call: ApiCall, flags: ApiCallFlags): Promise<ApiCall> {
  const fields = (flags.field ?? []).map(splitField)
  if (flags.input !== undefined) {
    return { ...addToQuery(call, fields), body: await readBody(cli, flags.input) }
  }
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(call.method)
  if (!hasBody) return addToQuery(call, fields)
  return fields.length === 0 ? call : { ...call, body: Object.fromEntries(fields) }
}

function splitField(field: string): [string, string] {
  const at = field.indexOf('=')
  if (at > 0) return [field.slice(0, at), field.slice(at + 1)]
  throw new CatalogError('invalid', `--field: ${JSON.stringify(field)} must be key=value.`)
}

function addToQuery(call: ApiCall, fields: [string, string][]): ApiCall {
  if (fields.length === 0) return call
  const separator = call.path.includes('?') ? '&' : '?'
  return { ...call, path: `${call.path}${separator}${new URLSearchParams(fields).toString()}` }
}

/** @throws CatalogError kind `unsupported` if the file holds no JSON */
async function readBody(cli: Cli, file: string): Promise<unknown> {
  const text =
    file === '-' ? await readStandardInput(cli) : await readFile(resolve(cli.cwd, file), 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = `--input: ${file} is not valid JSON: ${(error as Error).message}`
    throw new CatalogError('unsupported', message, { cause: error })
  }
}

/** Repeats a request that changes nothing after a temporary failure. */
async function requireSuccess(client: Client, call: ApiCall): Promise<HttpResponse> {
  const { cli } = client
  const isSafe = call.method === 'GET' || call.method === 'HEAD'
  const send = async (): Promise<HttpResponse> => {
    const response = await transmit(client, call)
    if (response.status < 300) return response
    throw await toError(client, response)
  }
  return isSafe ? withRetry({ cli, signal: cli.signal, maxDelaySeconds: 120 }, send) : send()
}

function transmit({ cli, api }: Client, call: ApiCall): Promise<HttpResponse> {
  return api.request({ ...call, signal: cli.signal })
}

async function toError(client: Client, response: HttpResponse): Promise<CatalogError> {
  const { cli, session } = client
  const { status, headers } = response
  const text = await readText(client, response)
  if (status < 400) {
    const target = headers.location === undefined ? '' : ` to ${headers.location}`
    return new CatalogError(
      'unavailable',
      `${session.url} redirects${target} (HTTP ${status}). Redirects are not followed.`,
      { code: 'redirect' },
    )
  }
  const retryAfterSeconds = parseRetryAfter(headers['retry-after'], cli.clock)
  return toApiError(session, response, parseJson(text), retryAfterSeconds)
}

async function readText({ session }: Client, response: HttpResponse): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw toNetworkError(error, session.url) ?? error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Prints JSON in a form that is safe to show, and other content byte by byte. */
async function printBody(client: Client, response: HttpResponse): Promise<void> {
  const { cli } = client
  const isJson = /\bjson\b/i.test(response.headers['content-type'] ?? '')
  if (isJson) {
    const text = await readText(client, response)
    if (text === '') return
    const document = parseJson(text)
    return printText(cli, document === undefined ? sanitizeCell(text) : toSafeJson(document, 2))
  }
  if (cli.stdout.isTTY) {
    const text = await readText(client, response)
    return text === '' ? undefined : printText(cli, sanitizeCell(text))
  }
  for await (const chunk of response.chunks()) await writeResult(cli, chunk)
}

/** Prints the response whatever its status is, as it came. */
async function printWithHeaders(client: Client, call: ApiCall): Promise<void> {
  const { cli, session } = client
  const response = await transmit(client, call)
  const { status, headers } = response
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${sanitizeCell(value)}`)
  printText(
    cli,
    [`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim(), ...lines, '', ''].join('\n'),
  )
  await printBody(client, response)
  if (status >= 400) cli.exitCode = toExitCode(toApiError(session, response, undefined, undefined))
  else if (status >= 300) cli.exitCode = EXIT.unavailable
}

type Row = Record<string, unknown>

/** Prints the objects of all pages: one JSON array, or with another format row by row. */
async function printPages(client: Client, call: ApiCall): Promise<void> {
  const { cli } = client
  const { output, fields = ['id'] } = cli.globals
  const pages = readPages(client, call)
  if (output !== 'human') return printParts(cli, pages, fields)
  const all: Row[] = []
  for await (const rows of pages) all.push(...rows)
  printText(cli, toSafeJson(all, 2))
}

/** Follows `next`, but never to another host. */
async function* readPages(client: Client, call: ApiCall): AsyncGenerator<Row[]> {
  const visited = new Set<string>()
  let path: string | undefined = call.path
  while (path !== undefined && !visited.has(path)) {
    visited.add(path)
    const response = await requireSuccess(client, { ...call, path })
    const { rows, next } = readPage(parseJson(await readText(client, response)))
    yield rows
    path = next === undefined ? undefined : toInstancePath(client.session.url, next)
  }
}

/** Reads a page of a list, a page of GeoJSON features, or an array. */
function readPage(body: unknown): { rows: Row[]; next: string | undefined } {
  if (Array.isArray(body)) return { rows: body as Row[], next: undefined }
  const { results, features, next } = (body ?? {}) as Row
  const rows = results ?? features
  if (!Array.isArray(rows)) {
    throw new CatalogError('invalid', '--paginate: The response is not a list.')
  }
  return { rows: rows as Row[], next: typeof next === 'string' ? next : undefined }
}
