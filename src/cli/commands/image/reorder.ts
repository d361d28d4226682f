import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print } from '../../terminal/output.ts'
import { readIds } from '../../options/read-ids.ts'
import { IMAGE_IDS } from './change-images.ts'

async function runReorder(cli: Cli, given: readonly string[], options: Placed): Promise<void> {
  const { readImages } = await import('./read-image.ts')
  const ids = await readIds(cli, given)
  const images = await withApi(cli, options, async (api) => {
    const [first] = await readImages(api, ids)
    const path = `/api/v2/collections/${first?.collection}/images/`
    await api.send({ method: 'PUT', path, body: { order: ids } })
    return readImages(api, ids)
  })
  const rows = images.map(({ revision: _revision, ...image }) => ({
    ...image,
    position: image.position ?? image.id,
  }))
  print(cli, rows, ['id', 'title', 'position'])
}

export const reorderImagesCommand: CommandFactory = (cli) =>
  new Command('reorder')
    .description('Put images of a collection in this order; they exchange their places')
    .argument(...IMAGE_IDS)
    .addOption(createPlaceOption('PUT /api/v2/collections/:id/images/'))
    .action((ids, options) => runReorder(cli, ids, options))
