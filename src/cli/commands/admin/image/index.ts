import { Command } from '@commander-js/extra-typings'
import { createCommandGroup, type CommandFactory } from '../../../command.ts'
import { createDataOption, withCatalog } from '../../../host/with-catalog.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { hint, print } from '../../../terminal/output.ts'
import { WRITES } from '../../image/index.ts'
import { createImageFileFinder } from '../find-image-file.ts'

const DEFAULT_LIMIT = 50

const listDamagedCommand: CommandFactory = (cli) =>
  new Command('damaged')
    .description('List images whose files are damaged')
    .option('--after <id>', 'List only images with ids above this one', parsePositiveInteger, 0)
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, DEFAULT_LIMIT)
    .addOption(createDataOption())
    .action(async (options) => {
      const { listDamagedImages } =
        await import('../../../../core/queries/images/damaged-images.ts')
      const { after, limit } = options
      const rows = await withCatalog(cli, options, async (catalog) => {
        const images = await listDamagedImages(catalog.reads, { after, limit: limit + 1 })
        const fileOf = await createImageFileFinder(catalog)
        return images.map((image) => {
          const { id, title, reference_id, collection, damage } = image
          return { id, title, reference_id, collection, damage, file: fileOf(id, image) }
        })
      })
      const shown = rows.slice(0, limit)
      print(cli, shown, ['id', 'collection', 'reference_id', 'title'], ['damage'])
      const last = shown.at(-1)
      if (rows.length > limit && last)
        hint(cli, `There are more. Continue with --after ${last.id}.`)
    })

/** Beside the former names of commands that now work at an instance, too: `catalog image edit`. */
export const imageCommands = createCommandGroup(
  'image',
  'List damaged images',
  [listDamagedCommand, ...WRITES],
  [
    'edit',
    'set-status',
    'set-duplicate',
    'set-from-above',
    'set-scale',
    'tag',
    'untag',
    'reorder-subjects',
    'reorder',
    'transform',
    'delete',
  ],
)
