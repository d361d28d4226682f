import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { readFeatures } from '../../client/features.ts'
import { isRemote } from '../../client/is-remote.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { hint, printText } from '../../terminal/output.ts'

async function runImageOpen(cli: Cli, id: number): Promise<void> {
  const { z } = await import('zod')
  const { openReadingApi } = await import('../../reading/open-reading-api.ts')
  const api = await openReadingApi(cli)
  let hasPages = false
  const { permalink } = await api.get(
    `/api/v2/images/${id}/`,
    z.object({ permalink: z.url({ protocol: /^https?$/ }).nullable() }),
    (response) => {
      hasPages = readFeatures(response).some((feature) => feature !== '')
    },
  )
  // Other implementations of the API may have no pages of images.
  const address = hasPages ? `${api.url}/images/${id}/` : permalink
  if (address === null) throw new CatalogError('not_found', `Image ${id} has no file.`)
  printText(cli, address)
  if (isRemote(cli.env)) return hint(cli, 'Open this address in a browser.')
  if (!(await cli.openBrowser(address))) hint(cli, 'No browser could be started.')
}

export const imageOpenCommand: CommandFactory = (cli) =>
  new Command('open')
    .description('Open the page of an image in a browser, and print its address')
    .argument('<image>', 'ID', parsePositiveInteger)
    .action((id) => runImageOpen(cli, id))
