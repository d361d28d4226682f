import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { ApiRequest, ResourceApi } from '../client/api.ts'
import { invalid } from '../../core/base/errors.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Cli } from '../cli.ts'
import type { HttpMethod } from '../client/http-methods.ts'
import type { DataOption } from './with-catalog.ts'

/** An endpoint that changes something: `PATCH /api/v2/licenses/:id/`. */
export type Address = `${HttpMethod} /api/v2/${string}`

/** Options of a command that works at an instance, or on its host. */
export type Placed<Options = object> = Options & DataOption

/**
 * Creates the option that chooses the data directory, and with it the host.
 * @param endpoints the endpoints by which the command changes something
 */
export function createPlaceOption(...endpoints: readonly Address[]) {
  const option = new Option(
    '--data <dir>',
    'Work on the host, in this data directory of the catalog',
  )
  return Object.assign(option, { endpoints })
}

/** Names the endpoints by which a command changes something that does not work on the host. */
export function declareEndpoints<Declared extends object>(
  command: Declared,
  ...endpoints: readonly Address[]
): Declared {
  return Object.assign(command, { endpoints })
}

/** Returns the endpoints by which a command changes something. */
export function listEndpoints(command: CommandUnknownOpts): readonly Address[] {
  const declaring = [command, ...command.options].find((one) => 'endpoints' in one)
  return (declaring as { endpoints: readonly Address[] } | undefined)?.endpoints ?? []
}

/** The catalog that a command on the host has opened. */
export type Host = Catalog

/** Options of commands that work on the host only. */
interface HostOptions {
  /** Parts of the catalog that the command replaces. */
  parts?: Partial<Catalog>
  /** Name or id of the user shown in the feed as the author of changes of subjects. */
  feedUser?: string | undefined
}

/**
 * Opens the API of the instance, or of the catalog on this host, for one operation. Commands below `catalog admin`
 * always work on the host.
 * @param work on the host it also gets the catalog, of which it may tell more than the API does
 */
export async function withApi<T>(
  cli: Cli,
  { data }: DataOption,
  work: (api: ResourceApi, host?: Host) => Promise<T>,
  { parts, feedUser }: HostOptions = {},
): Promise<T> {
  if (data === undefined && !isBelowAdmin(cli.command)) {
    if (feedUser !== undefined)
      throw invalid('--user', 'works only on the host, with --data: an instance names you')
    const { openReadingApi } = await import('../reading/open-reading-api.ts')
    return work(allowDeclared(cli, await openReadingApi(cli)))
  }
  const where = data === undefined ? {} : { data }
  const { withCatalog } = await import('./with-catalog.ts')
  return withCatalog(cli, where, async (catalog, { hostUser, securityLog: log }) => {
    const { answerInProcess } = await import('../../server/http/in-process.ts')
    const { getUserId } = await import('../../core/queries/people/find-user.ts')
    const named = feedUser === undefined ? 0 : await getUserId(catalog.reads, feedUser)
    const caller = { hostUser, feedUser: named }
    const used = { ...catalog, log, ...parts }
    const send: ResourceApi['send'] = async (request: ApiRequest, schema) => {
      const { status, headers, body } = await answerInProcess(used, caller, request)
      request.onResponse?.({ status, headers })
      return schema?.parse(body ?? undefined) as never
    }
    const get: ResourceApi['get'] = (path, schema, onResponse) =>
      send({ method: 'GET', path, ...(onResponse && { onResponse }) }, schema)
    return work(allowDeclared(cli, { send, get }), catalog)
  })
}

function isBelowAdmin(command: CommandUnknownOpts | null | undefined): boolean {
  return command ? command.name() === 'admin' || isBelowAdmin(command.parent) : false
}

/** Sends no other requests than the command declares, so that its declaration can be trusted. */
function allowDeclared({ command }: Cli, { get, send }: ResourceApi): ResourceApi {
  const endpoints = (command ? listEndpoints(command) : []).map((address) => {
    const [method, pathname] = address.split(' ')
    return { method, pattern: new URLPattern({ pathname }) }
  })
  return {
    get,
    send(request, schema) {
      const { pathname } = new URL(request.path, 'http://localhost')
      const isDeclared = endpoints.some(
        ({ method, pattern }) => method === request.method && pattern.test({ pathname }),
      )
      if (!isDeclared) throw new Error(`the command does not declare ${request.method} ${pathname}`)
      return send(request, schema)
    },
  }
}
