import { Option } from '@commander-js/extra-typings'
import type { ApiRequest, ResourceApi } from '../api.ts'
import type { Catalog } from '../../core/catalog.ts'
import type { Cli } from '../cli.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../commands/admin/with-catalog.ts'

/** `host` for commands that always work on the host; `instance` for those that need `--data` to do so. */
export type Place = 'instance' | 'host'

/** Creates a command that works at an instance, or on its host. */
export type PlacedFactory = (place: Place) => CommandFactory

/** Options of a command, and where it works. */
export type Placed<Options = object> = Options & DataOption & { place?: Place | undefined }

/** Creates a command with subcommands: `catalog <name> <member>`. */
export function createPlacedGroup(
  name: string,
  description: string,
  members: readonly PlacedFactory[],
): PlacedFactory {
  return (place) =>
    createCommandGroup(
      name,
      description,
      members.map((member) => member(place)),
    )
}

/** The option that chooses the data directory, and with it the host. */
export function createPlaceOption(place: Place) {
  if (place === 'host') return createDataOption()
  return new Option('--data <dir>', 'Work on the host, in this data directory of the catalog')
}

/**
 * Opens the API of the instance, or of the catalog on this host, for one operation.
 * @param work on the host it also gets the catalog, of which it may tell more than the API does
 */
export async function withApi<T>(
  cli: Cli,
  { place, data }: Placed,
  work: (api: ResourceApi, host?: Catalog) => Promise<T>,
): Promise<T> {
  if (place !== 'host' && data === undefined) {
    const { openReadingApi } = await import('../reading/open-reading-api.ts')
    return work(await openReadingApi(cli))
  }
  const where = data === undefined ? {} : { data }
  return withCatalog(cli, where, async (catalog, { hostUser, securityLog: log }) => {
    const { answerInProcess } = await import('../../server/in-process.ts')
    const send: ResourceApi['send'] = async ({ method, path, body }: ApiRequest, schema) => {
      const reply = await answerInProcess({ ...catalog, log }, hostUser, { method, path, body })
      return schema.parse(reply.body ?? undefined)
    }
    const api = {
      send,
      get: (path, schema) => send({ method: 'GET', path }, schema),
    } satisfies ResourceApi
    return work(api, catalog)
  })
}
