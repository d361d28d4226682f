import { readFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { resolve } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import { parseJson } from '../../core/base/json-values.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import { parseRetryAfter } from '../../core/base/retry-after.ts'
import { openApi, type Api } from '../client/api.ts'
import { toApiError } from '../client/api-errors.ts'
import type { Cli } from '../cli.ts'
import { EXIT, toExitCode } from '../terminal/exit-codes.ts'
import type { HttpMethod } from '../client/http-methods.ts'
import { openSession, type Session } from '../login/session.ts'
import { printParts, printText, tell, writeResult } from '../terminal/output.ts'
import { readStandardInput } from '../options/read-arguments.ts'
import { withRetry } from '../client/retry.ts'
import { sanitizeCell, toSafeJson } from '../terminal/sanitize.ts'
import type { HttpResponse } from '../client/transport.ts'
import { toInstancePath } from './instance-path.ts'

/** A parameter of the query, or a member of the body. */
export type Field = readonly [name: string, value: unknown]

export interface ApiCallFlags {
  field?: Field[]
  typedField?: Field[]
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
  const address = toInstancePath(session.url, addApiRoot(path))
  const call = await createCall(cli, { method, path: address }, flags)
  if (flags.paginate) return printPages(client, call)
  if (flags.include) return printWithHeaders(client, call)
  await printBody(client, await requireSuccess(client, call))
}

/** Paths of an instance beside the API and its pages. */
const OTHER_ROOTS =
  /^(?:\.well-known|api|assets|healthz|iiif|media|oauth|oembed|readyz|robots\.txt|sitemap[\w\-]*\.xml|upload)(?:[\/?]|$)/v

/** `images/12/` → `api/v2/images/12/` */
function addApiRoot(path: string): string {
  const isUrl = /^[a-z][a-z\d+.\-]*:/iv.test(path)
  const below = path.replace(/^\/+/v, '')
  return isUrl || OTHER_ROOTS.test(below) ? path : `api/v2/${below}`
}

/** Adds the fields to the query, or to the body of a request that has one. */
async function createCall(cli: Cli, call: ApiCall, flags: ApiCallFlags): Promise<ApiCall> {
  const fields = [...(flags.field ?? []), ...(flags.typedField ?? [])]
  if (flags.input !== undefined) {
    return { ...addToQuery(call, fields), body: await readBody(cli, flags.input) }
  }
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(call.method)
  if (!hasBody) return addToQuery(call, fields)
  return fields.length === 0 ? call : { ...call, body: Object.fromEntries(fields) }
}

function addToQuery(call: ApiCall, fields: readonly Field[]): ApiCall {
  if (fields.length === 0) return call
  const separator = call.path.includes('?') ? '&' : '?'
  const texts = fields.map(([name, value]): [string, string] => [name, toText(value)])
  return { ...call, path: `${call.path}${separator}${new URLSearchParams(texts).toString()}` }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
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
  let refused = ''
  const send = async (): Promise<HttpResponse> => {
    refused = ''
    const response = await transmit(client, call)
    if (response.status < 300) return response
    refused = await readText(client, response)
    throw toError(client, response, refused)
  }
  try {
    const retrying = { cli, signal: cli.signal, maxDelaySeconds: 120 }
    return await (isSafe ? withRetry(retrying, send) : send())
  } catch (error) {
    tellBody(cli, refused, error)
    throw error
  }
}

const MAX_SHOWN = 2000

/** Shows the body of a failure on standard error, unless the message of the error has all of it. */
function tellBody(cli: Cli, text: string, error: unknown): void {
  if (text === '' || !(error instanceof CatalogError) || error.details.fields) return
  const body = parseJson(text)
  const isMessage = ['detail', 'error'].some(
    (name) => JSON.stringify(body) === JSON.stringify({ [name]: error.message }),
  )
  if (isMessage) return
  const shown = body === undefined ? sanitizeCell(text) : toSafeJson(body, 2)
  tell(cli, shown.slice(0, MAX_SHOWN).split('\n'))
}

function transmit({ cli, api }: Client, call: ApiCall): Promise<HttpResponse> {
  return api.request({ ...call, signal: cli.signal })
}

function toError({ cli, session }: Client, response: HttpResponse, text: string): CatalogError {
  const { status, headers } = response
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
