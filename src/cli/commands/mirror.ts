import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../command.ts'
import { parseBaseUrl, parseInterval, parseRate } from '../options/option-parsers.ts'

/** Requests per second: a request reads up to 200 records, or a file. */
const DEFAULT_RATE = 10

/** Seconds. A run with changes writes the whole dump. */
const DEFAULT_INTERVAL = 300

export const mirrorCommand: CommandFactory = (cli) =>
  new Command('mirror')
    .description('Copy a public catalog to a dump, and keep that up to date')
    .argument('<url>', 'Address of the catalog', parseBaseUrl)
    .argument('<folder>', 'Folder of the dump: new, empty, or of an earlier run')
    .option('--files', 'Download the original files, too, from this run on')
    .option('--full', 'Read everything, not only what changed')
    .option('--rate <number>', 'Requests per second', parseRate, DEFAULT_RATE)
    .option('--allow-private-urls', 'Request also private addresses of other hosts')
    .option('--follow', 'Run again and again, until Ctrl-C')
    .option(
      '--interval <seconds>',
      'Time between two runs of --follow',
      parseInterval,
      DEFAULT_INTERVAL,
    )
    .action(async (url, folder, flags) => {
      const { runMirror } = await import('../mirror/run-mirror.ts')
      await runMirror(cli, { url, folder }, flags)
    })
