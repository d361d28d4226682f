import { Command } from '@commander-js/extra-typings'
import { sendInTurn } from '../../client/send-in-turn.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print } from '../../terminal/output.ts'
import { readIds } from '../../options/read-ids.ts'
import { tellQueueState } from '../job/tell-queue-state.ts'
import { IMAGE_IDS } from './change-images.ts'

async function runReprocess(cli: Cli, given: readonly string[], options: Placed): Promise<void> {
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
}

export const reprocessImagesCommand: CommandFactory = (cli) =>
  new Command('reprocess')
    .description('Process the pictures of images again')
    .argument(...IMAGE_IDS)
    .addOption(createPlaceOption('POST /api/v2/images/:id/reprocess/'))
    .action((ids, options) => runReprocess(cli, ids, options))
