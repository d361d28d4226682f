import type { Config } from '../../../../core/config/config.ts'
import type { ServiceContext } from '../../../../core/integrations/service-client.ts'
import type { Cli } from '../../../cli.ts'
import { hint } from '../../../terminal/output.ts'
import { readVersion } from '../../../../core/base/version.ts'

/** Creates the context of requests to public services, whose rules ask for a user agent with program and site. */
export function createServiceContext(
  cli: Cli,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): ServiceContext {
  return {
    transport: cli.transport,
    sleep: cli.sleep,
    clock: cli.clock,
    signal: cli.signal,
    userAgent: `catalog/${readVersion()} (${baseUrl ?? 'no public address'})`,
    onDelay: (sentence) => hint(cli, sentence),
  }
}
