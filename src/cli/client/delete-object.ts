import type { ResourceApi } from './api.ts'
import type { Cli } from '../cli.ts'
import { confirmDeletion } from '../terminal/confirm.ts'
import { printRecord } from '../terminal/output.ts'

interface Deletion {
  /** Path of the object in the API. */
  path: string
  /** Object of the question: `the source City Archive`. */
  what: string
  /** Members that are printed with the state. */
  record: object
  verb: 'delete' | 'remove'
  isDryRun: boolean
}

/** Deletes an object after asking. A dry run only finds out whether it can be deleted. */
export async function deleteObject(
  cli: Cli,
  api: ResourceApi,
  { path, what, record, verb, isDryRun }: Deletion,
): Promise<void> {
  const send = (query: string) => api.send({ method: 'DELETE', path: path + query })
  await send('?dry_run=true')
  if (isDryRun) return printRecord(cli, { ...record, state: `would_${verb}` })
  if (!(await confirmDeletion(cli, what))) return
  await send('')
  printRecord(cli, { ...record, state: `${verb}d` })
}
