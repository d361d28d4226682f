import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { createPlaceOption, withApi, type Place, type Placed } from '../../client/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { isForPrograms, printRecord } from '../../output.ts'
import { findId, withArticle } from '../../reading/find-id.ts'
import { listPath, type Resource } from '../../reading/resources.ts'

async function runGet(cli: Cli, resource: Resource, name: string, options: Placed): Promise<void> {
  const { z } = await import('zod')
  const { summarize } = await import('../../reading/summarize.ts')
  const found = await withApi(cli, options, async (api) => {
    const id = await findId(api, resource, name)
    return api.get(`${listPath(resource)}${id}/`, z.looseObject({ id: z.int() }))
  })
  printRecord(cli, isForPrograms(cli) ? found : summarize(found))
}

/** Creates `catalog <noun> get`. @param place undefined if it cannot work on the host */
export function createGetCommand(resource: Resource): (place?: Place) => CommandFactory {
  const { noun, identifier } = resource
  return (place) => (cli) => {
    const command = new Command('get')
      .description(`Show ${withArticle(noun)}`)
      .argument(`<${noun}>`, identifier)
    if (place !== undefined) command.addOption(createPlaceOption(place))
    return command.action((name, options: object) =>
      runGet(cli, resource, name, { place, ...options }),
    )
  }
}
