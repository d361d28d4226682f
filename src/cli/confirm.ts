import { CatalogError } from '../core/errors.ts'
import type { Cli } from './cli.ts'

/** Asks for confirmation on a terminal; running the command in a script counts as consent. */
export async function confirm(cli: Cli, question = 'Go on?'): Promise<boolean> {
  if (!canAsk(cli) || cli.globals.yes) return true
  return await cli.prompts.confirm(question, cli.signal)
}

/**
 * Comes first in every command that replaces or destroys data: where no question can be asked, such a command
 * runs only with --yes, so that a script never destroys anything by mistake.
 * @param action as the subject of a sentence: "Replacing a file"
 * @throws CatalogError kind `invalid` with code `usage`
 */
export function requireYes(cli: Cli, action: string): void {
  if (canAsk(cli) || cli.globals.yes) return
  const message = `${action} needs --yes here, because no question can be asked.`
  throw new CatalogError('invalid', message, { code: 'usage' })
}

function canAsk({ interactive, globals }: Cli): boolean {
  return interactive && globals.input
}
