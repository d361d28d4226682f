import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/base/errors.ts'
import { readFeatures } from '../../client/features.ts'
import { isRemote } from '../../client/is-remote.ts'
import { sendInTurn } from '../../client/requests.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi } from '../../host/with-api.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { readIds } from '../../options/read-arguments.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { hint, printText, print } from '../../terminal/output.ts'
import { tellQueueState } from '../job/tell-queue-state.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { IMAGE_IDS } from './change-images.ts'
import { deleteImagesCommand } from './delete.ts'
import { imageDownloadCommand } from './download.ts'
import {
  editImagesCommand,
  setDuplicateCommand,
  setFromAboveCommand,
  setScaleCommand,
  setStatusCommand,
  transformImagesCommand,
} from './edit.ts'
import { reorderSubjectsCommand, tagImagesCommand, untagImagesCommand } from './tag.ts'

const imageOpenCommand: CommandFactory = (cli) =>
  new Command('open')
    .description('Open the page of an image in a browser, and print its address')
    .argument('<image>', 'ID', parsePositiveInteger)
    .action(async (id) => {
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
    })

const reorderImagesCommand: CommandFactory = (cli) =>
  new Command('reorder')
    .description('Put images of a collection in this order; they exchange their places')
    .argument(...IMAGE_IDS)
    .addOption(createPlaceOption('PUT /api/v2/collections/:id/images/'))
    .action(async (given, options) => {
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
    })

const reprocessImagesCommand: CommandFactory = (cli) =>
  new Command('reprocess')
    .description('Process the pictures of images again')
    .argument(...IMAGE_IDS)
    .addOption(createPlaceOption('POST /api/v2/images/:id/reprocess/'))
    .action(async (given, options) => {
      const ids = await readIds(cli, given)
      await withApi(cli, options, async (api, host) => {
        for (const id of ids) {
          const request = { method: 'POST', path: `/api/v2/images/${id}/reprocess/` } as const
          await sendInTurn(cli, api, request)
        }
        const rows = ids.map((id) => ({ id, state: 'queued' }))
        print(cli, rows, ['id', 'state'])
        await tellQueueState(cli, api, host)
      })
    })

const { image } = RESOURCES

/** The commands that `catalog admin image` also has, under its former names. */
export const WRITES = [
  editImagesCommand,
  setStatusCommand,
  setDuplicateCommand,
  setFromAboveCommand,
  setScaleCommand,
  tagImagesCommand,
  untagImagesCommand,
  reorderSubjectsCommand,
  reorderImagesCommand,
  transformImagesCommand,
  deleteImagesCommand,
]

export const imageCommands = createCommandGroup('image', image.description, [
  createListCommand(image),
  createGetCommand(image),
  imageDownloadCommand,
  imageOpenCommand,
  ...WRITES,
  reprocessImagesCommand,
])
