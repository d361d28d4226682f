import type { Cli } from './cli.ts'

/** Whether to go on: a person who is there is asked; a script has decided by calling. */
export async function agreed(cli: Cli): Promise<boolean> {
  const { yes, input } = cli.globals
  if (!cli.interactive || yes || !input) return true
  return await cli.prompts.confirm('Go on?', cli.signal)
}
