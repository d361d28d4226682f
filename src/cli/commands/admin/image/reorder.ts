import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { readIds } from '../read-ids.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { IMAGE_IDS } from './change-images.ts'

async function runReorder(cli: Cli, given: readonly string[], options: DataOption): Promise<void> {
  const { orderImages } = await import('../../../../core/writes/collections/order-images.ts')
  const { listHostImages } = await import('../../../../core/queries/host-images.ts')
  const ids = await readIds(cli, given)
  const images = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    await write((tx) => orderImages(tx, { ids }, { actor, now: clock.now() }))
    return await listHostImages(reads, ids)
  })
  const rows = images.map((image) => ({ ...image, position: image.position ?? image.id }))
  print(cli, rows, ['id', 'title', 'position'])
}

export const reorderImagesCommand: CommandFactory = (cli) =>
  new Command('reorder')
    .description('Put images of a collection in this order; they exchange their places')
    .argument(...IMAGE_IDS)
    .addOption(createDataOption())
    .action((ids, options) => runReorder(cli, ids, options))
