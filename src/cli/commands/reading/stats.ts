import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { isForPrograms, printRecord } from '../../terminal/output.ts'

export const statsCommand: CommandFactory = (cli) =>
  new Command('stats').description('Show the statistics of the public images').action(async () => {
    const { z } = await import('zod')
    const { openReadingApi } = await import('../../reading/open-reading-api.ts')
    const { summarize } = await import('../../reading/summarize.ts')
    const api = await openReadingApi(cli)
    const found = await api.get('/api/v2/stats/', z.looseObject({}))
    printRecord(cli, isForPrograms(cli) ? found : summarize(found))
  })
