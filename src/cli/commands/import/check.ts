import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { addManifestOptions, manifestOptions, type ManifestFlags } from './manifest-options.ts'

interface CheckFlags extends ManifestFlags {
  offline?: true
  strict?: true
}

/** Tells all that is wrong with a manifest and sends nothing. */
async function runImportCheck(cli: Cli, path: string, flags: CheckFlags): Promise<void> {
  const { prepare, prepareOffline } = await import('../../import/prepare.ts')
  const { reportCheck } = await import('../../import/check/report-check.ts')
  const options = manifestOptions(flags)
  const prepared = flags.offline
    ? { ...(await prepareOffline(cli, path, options)), target: null }
    : await prepare(cli, path, options)
  const { manifest, result, target } = prepared
  reportCheck(cli, manifest, result, target)
  const bad = flags.strict ? result.errors + result.warnings : result.errors
  if (bad > 0) cli.exitCode = EXIT.invalid_data
}

export const importCheckCommand: CommandFactory = (cli) =>
  addManifestOptions(
    new Command('check')
      .description('tell all that is wrong with a manifest, sending nothing')
      .argument('<manifest>', 'table of pictures: comma-, semicolon- or tab-separated'),
  )
    .option('--offline', 'ask the instance nothing')
    .option('--strict', 'warnings count as errors')
    .action((manifest, flags) => runImportCheck(cli, manifest, flags))
