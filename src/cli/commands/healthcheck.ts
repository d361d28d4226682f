import { Command } from '@commander-js/extra-typings'
import { CatalogError, invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import { formatAddress, isUnspecified } from '../terminal/format-address.ts'
import { loadSettings } from '../host/load-settings.ts'
import { printRecord } from '../terminal/output.ts'

const TIMEOUT_MS = 5000

async function runHealthcheck(cli: Cli, given: string | undefined): Promise<void> {
  const { send } = await import('../client/transport.ts')
  const url = `${given?.replace(/\/+$/v, '') ?? (await localUrl(cli))}/readyz`
  const { status } = await send(
    { method: 'GET', url, headers: {}, timeoutMs: TIMEOUT_MS },
    cli.env,
  ).catch((error: unknown) => {
    throw new CatalogError('unavailable', `${url} did not respond: ${(error as Error).message}`)
  })
  if (status !== 200) throw new CatalogError('unavailable', `${url} responded with ${status}.`)
  printRecord(cli, { status: 'ready' })
}

/** The address that a server with these settings listens on. */
async function localUrl(cli: Cli): Promise<string> {
  const { host, port } = (await loadSettings(cli)).config
  return `http://${formatAddress(isUnspecified(host) ? 'localhost' : host, port)}`
}

export const healthcheckCommand: CommandFactory = (cli) =>
  new Command('healthcheck')
    .description('Check whether a server is ready')
    .argument('[url]', 'URL of the server (default: the address in the settings)')
    .action((url, _, command) => {
      // The instance of CATALOG_URL and of profiles is that of client commands, not the server of this host.
      const { url: option, profile } = command.optsWithGlobals() as {
        url?: string
        profile?: string
      }
      if (profile !== undefined) throw invalid('--profile', 'does not apply; use --url instead')
      if (url !== undefined && option !== undefined) throw invalid('--url', 'repeats the argument')
      return runHealthcheck(cli, url ?? option)
    })
