import { requireYes, confirmDeletion } from '../terminal/confirm.ts'
import type { Cli } from '../cli.ts'
import { readIds } from '../options/read-arguments.ts'
import { formatCount } from '../terminal/format.ts'
import { hint, print } from '../terminal/output.ts'
import { sendInTurn, nullIfAbsent } from './requests.ts'
import { withApi, type Placed } from '../host/with-api.ts'

export interface DeleteOptions {
  dryRun?: true
}

interface Deletion extends DeleteOptions {
  /** As the command was given them. */
  ids: readonly string[]
  /** Singular name of the objects. */
  noun: string
  /** Path of their list in the API. */
  path: string
}

/** Deletes objects by id. Those that do not exist are reported and are no error. */
export async function deleteEach(
  cli: Cli,
  { ids: given, noun, path, dryRun, ...options }: Placed<Deletion>,
): Promise<void> {
  if (!dryRun) requireYes(cli, `Deleting a ${noun}`)
  const ids = await readIds(cli, given)
  const [query, state] = dryRun ? ['?dry_run=true', 'would_delete'] : ['', 'deleted']
  await withApi(cli, options, async (api) => {
    if (!dryRun && !(await confirmDeletion(cli, formatCount(ids.length, noun)))) return
    const rows = []
    for (const id of ids) {
      const request = { method: 'DELETE', path: `${path}${id}/${query}` } as const
      const deleted = await nullIfAbsent(sendInTurn(cli, api, request))
      rows.push({ id, state: deleted === null ? 'absent' : state })
    }
    print(cli, rows, ['id', 'state'])
    const absent = rows.filter((row) => row.state === 'absent').length
    if (absent > 0)
      hint(cli, `${absent} of ${ids.length} ${absent === 1 ? 'does' : 'do'} not exist.`)
  })
}
