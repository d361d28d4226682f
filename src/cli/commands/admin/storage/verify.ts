import { Command, Option } from '@commander-js/extra-typings'
import { invalid } from '../../../../core/base/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { hint, tell } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { createFindingReport } from './finding-report.ts'

interface Options extends DataOption {
  quick?: true
  image?: number
  from?: number
}

async function runVerifyStorage(cli: Cli, options: Options): Promise<void> {
  const { quick, image, from } = options
  if (image !== undefined && from !== undefined)
    throw invalid('--from', 'cannot be combined with --image')
  const { verifyStorage } = await import('../../../../core/stored-files/verify-storage.ts')
  let last = from
  const onProgress = (id: number): void => void (last = id)
  const check = { quick, image, from, signal: cli.signal, onProgress }
  const report = createFindingReport(cli)
  try {
    await withCatalog(cli, options, async (catalog) => {
      for await (const finding of verifyStorage(catalog, check)) report.add(finding)
    })
  } finally {
    report.end()
    if (cli.signal.aborted && last !== undefined)
      tell(cli, `Continue with: catalog admin storage verify --from ${last}`)
  }
  const { count } = report
  if (count === 0) return hint(cli, 'All files are as the database describes them.')
  cli.exitCode = EXIT.integrity
  tell(cli, describeAdvice(count))
}

function describeAdvice(count: number): string[] {
  return [
    `${count} files are missing, changed or untracked.`,
    'Restore missing and changed originals from a backup. Make derivatives and tiles again: catalog admin reprocess display --missing',
    'Move untracked files to the trash: catalog admin storage prune',
  ]
}

export const verifyStorageCommand: CommandFactory = (cli) =>
  new Command('verify')
    .description('Compare the stored files with the database')
    .option('--quick', 'Compare sizes only, not digests')
    .addOption(new Option('--image <id>', 'Only this image').argParser(parsePositiveInteger))
    .addOption(
      new Option('--from <id>', 'Only images from this id, to continue').argParser(
        parsePositiveInteger,
      ),
    )
    .addOption(createDataOption())
    .action((options) => runVerifyStorage(cli, options))
