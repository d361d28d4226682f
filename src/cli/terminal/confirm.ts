import { Option } from '@commander-js/extra-typings'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { tell } from './output.ts'

/** Asks for confirmation on a terminal. In a script, running the command counts as consent. */
export async function confirm(cli: Cli, question = 'Continue?'): Promise<boolean> {
  if (!canAsk(cli) || cli.globals.yes) return true
  return await cli.prompts.confirm(question, cli.signal)
}

/**
 * Call it first in every command that replaces or destroys data. If the command cannot prompt, it requires --yes,
 * so that a script never destroys data by mistake.
 * @param action as the subject of a sentence: "Replacing a file"
 * @throws CatalogError kind `invalid` with code `usage`
 */
export function requireYes(cli: Cli, action: string): void {
  if (canAsk(cli) || cli.globals.yes) return
  const message = `${action} requires --yes, because no confirmation prompt can be shown.`
  throw new CatalogError('invalid', message, { code: 'usage' })
}

function canAsk({ interactive, globals }: Cli): boolean {
  return interactive && globals.input
}

export function createDryRunOption() {
  return new Option('--dry-run', 'Show what would be deleted, and delete nothing')
}

/**
 * Asks whether to delete an object.
 * @param what for example `the source City Archive`
 */
export async function confirmDeletion(cli: Cli, what: string): Promise<boolean> {
  if (await confirm(cli, `Delete ${what}?`)) return true
  tell(cli, 'Nothing was deleted.')
  return false
}
