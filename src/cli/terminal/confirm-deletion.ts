import { confirm } from './confirm.ts'
import type { Cli } from '../cli.ts'
import { tell } from './output.ts'
import { Option } from '@commander-js/extra-typings'

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
