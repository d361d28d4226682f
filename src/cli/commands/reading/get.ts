import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/errors.ts'
import type { Api } from '../../api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { isForPrograms, printRecord } from '../../output.ts'
import { listPath, type Resource } from '../../reading/resources.ts'

async function runGet(cli: Cli, resource: Resource, name: string): Promise<void> {
  const { z } = await import('zod')
  const { openReadingApi } = await import('../../reading/open-reading-api.ts')
  const { summarize } = await import('../../reading/summarize.ts')
  const api = await openReadingApi(cli)
  const id = await findId(api, resource, name)
  const found = await api.get(`${listPath(resource)}${id}/`, z.looseObject({ id: z.int() }))
  printRecord(cli, isForPrograms(cli) ? found : summarize(found))
}

/** @throws CatalogError kind `invalid` if the name cannot identify such an object */
async function findId(api: Api, resource: Resource, name: string): Promise<string> {
  const { noun, key, identifier } = resource
  if (/^\d+$/.test(name)) return name
  if (noun === 'source' || noun === 'collection' || noun === 'subject') {
    const { resolveName } = await import('../../resolve-filters.ts')
    return resolveName(api, noun, name)
  }
  if (key === 'name') return findByName(api, resource, name)
  throw new CatalogError(
    'invalid',
    `${JSON.stringify(name)} is not the ${identifier} of ${withArticle(noun)}.`,
  )
}

async function findByName(api: Api, resource: Resource, name: string): Promise<string> {
  const { z } = await import('zod')
  const named = z.array(z.object({ id: z.int(), name: z.string() }))
  const all = await api.get(listPath(resource), named)
  const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (found) return String(found.id)
  throw new CatalogError('not_found', `No ${resource.noun} is named ${JSON.stringify(name)}.`)
}

function withArticle(noun: string): string {
  return noun === 'image' ? `an ${noun}` : `a ${noun}`
}

/** Creates `catalog <noun> get`. */
export function createGetCommand(resource: Resource): CommandFactory {
  const { noun, identifier } = resource
  return (cli) =>
    new Command('get')
      .description(`Show ${withArticle(noun)}`)
      .argument(`<${noun}>`, identifier)
      .action((name) => runGet(cli, resource, name))
}
