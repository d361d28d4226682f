import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { isForPrograms, printRecord } from '../../terminal/output.ts'
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

/** `catalog subject show` also shows subjects without images, to moderators. */
function addAlias(command: Command, noun: string): Command {
  return noun === 'subject' ? command : command.alias('show')
}

/** Creates `catalog <noun> get`. */
export function createGetCommand(resource: Resource): CommandFactory {
  const { noun, identifier } = resource
  return (cli) =>
    addAlias(new Command('get'), noun)
      .description(`Show ${withArticle(noun)}`)
      .argument(`<${noun}>`, identifier)
      .addOption(createPlaceOption())
      .action((name, options) => runGet(cli, resource, name, options))
}
