import type { ResourceApi } from './api.ts'
import type { Cli } from '../cli.ts'
import { hint } from '../terminal/output.ts'
import { readArguments } from '../options/read-arguments.ts'
import { sendInTurn } from './requests.ts'
import { withApi, type Placed } from '../host/with-api.ts'

/** Whether to publish objects or to hide them. */
export interface PublicChange {
  /** As the command was given them. */
  named: readonly string[]
  isPublic: boolean
}

interface PublicNoun<Row> {
  /** Reads an object by what a person calls it. */
  get: (api: ResourceApi, named: string) => Promise<{ path: string; public: boolean }>
  /** Creates a function that describes responses of the API as commands print them. */
  createDescriber: (api: ResourceApi) => (item: unknown) => Promise<Row>
}

/**
 * Publishes or hides sources or collections, one per request, because each may have many images.
 * @returns each object, and whether it changed
 */
export async function setPublic<Row extends object>(
  cli: Cli,
  { named, isPublic }: PublicChange,
  { get, createDescriber, ...options }: Placed<PublicNoun<Row>>,
) {
  const { z } = await import('zod')
  const names = await readArguments(cli, named)
  return withApi(cli, options, async (api) => {
    const objects = []
    for (const name of names) objects.push(await get(api, name))
    const describe = createDescriber(api)
    const rows = []
    for (const { path, public: wasPublic } of objects) {
      const request = { method: 'PATCH', path, body: { public: isPublic } } as const
      const item = await sendInTurn(cli, api, request, z.unknown())
      rows.push({ ...(await describe(item)), changed: wasPublic !== isPublic })
    }
    if (!isPublic && rows.some(({ changed }) => changed)) tellWhatRemains(cli)
    return rows
  })
}

/** Says what happens to the addresses of pictures that were hidden. */
export function tellWhatRemains(cli: Cli): void {
  hint(
    cli,
    'The addresses of pictures that were public have ended. Jobs give the pictures new ones: a running server does it, or catalog admin job run. Browsers and CDNs can show what they stored for up to a year.',
  )
}
