import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../core/errors.ts'
import { loadConfig, type Config } from '../../core/config.ts'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import type { Outcome } from '../doctor/check-result.ts'
import { EXIT } from '../exit-codes.ts'
import { print, printText } from '../output.ts'
import { printable } from '../sanitize.ts'
import { addSettingFlags, type SettingFlags } from './serve.ts'

/** Examines this machine and the way to the instance; leaves everything as it is. */
async function runDoctor(cli: Cli, flags: SettingFlags): Promise<void> {
  const { examineNode } = await import('../doctor/check-machine.ts')
  const { examineInstance } = await import('../doctor/check-instance.ts')
  const outcomes = [
    examineNode(process.versions.node),
    ...(await examineServer(cli, flags)),
    await examineKeptFiles(cli),
    ...(await examineInstance(cli)),
  ]
  report(cli, outcomes)
  if (outcomes.some(({ state }) => state === 'error')) cli.exitCode = EXIT.integrity
}

/** On a terminal in full, since a table would cut off what to do. */
function report(cli: Cli, outcomes: readonly Outcome[]): void {
  if (cli.globals.output !== 'human' || !cli.stdout.isTTY) {
    return print(cli, outcomes, ['check', 'state', 'message', 'hint'])
  }
  const lines = outcomes.map(({ check, state, message, hint }) => {
    const advice = hint === null ? '' : `\n${' '.repeat(9)}${printable(hint)}`
    return `${state.padEnd(9)}${check}: ${printable(message)}${advice}`
  })
  printText(cli, lines.join('\n'))
}

async function examineServer(cli: Cli, flags: SettingFlags): Promise<Outcome[]> {
  const { examination } = await import('../doctor/check-result.ts')
  const { ok, error } = examination('settings')
  try {
    const { config } = loadConfig({ flags, env: cli.env })
    return [ok('The settings are right.'), ...(await examineHost(config))]
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    return [error(failure.message, 'See: catalog serve --help')]
  }
}

async function examineHost({ data, spatialite }: Config): Promise<Outcome[]> {
  const { examineImageProcesses, examineSpatialite, readOsRelease } =
    await import('../doctor/check-machine.ts')
  const { examineData, examineDatabase } = await import('../doctor/check-data.ts')
  const { damageOfDatabase } = await import('../../core/engine/sqlite/database-check.ts')
  const { canCapMemory } = await import('../../core/processes/image-child-process.ts')
  const { findNetworkIsolation } = await import('../../core/processes/network-isolation.ts')
  const { spatialiteVersion } = await import('../../core/engine/sqlite/spatialite.ts')
  const { installLine } = await import('../../core/engine/sqlite/spatialite-install.ts')
  const { platform } = process
  const line = installLine({ platform, osRelease: await readOsRelease() })
  const database = await examineDatabase(data, damageOfDatabase)
  return [
    examineSpatialite(spatialiteVersion(spatialite), line),
    examineImageProcesses({
      isCapped: canCapMemory(),
      isOffline: findNetworkIsolation() !== undefined,
    }),
    await examineData(data),
    ...(database ? [database] : []),
  ]
}

async function examineKeptFiles(cli: Cli): Promise<Outcome> {
  const { examineCredentials } = await import('../doctor/check-machine.ts')
  const { credentialsPath } = await import('../login/credentials-file.ts')
  return await examineCredentials(credentialsPath(cli.env))
}

export const doctorCommand: CommandFactory = (cli) =>
  addSettingFlags(
    new Command('doctor').description('Diagnose problems with this computer and the instance'),
  ).action((flags: SettingFlags) => runDoctor(cli, flags))
