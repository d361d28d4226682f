import { Command } from '@commander-js/extra-typings'
import type { Tx } from '../../../../core/db/store.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { readArguments } from '../../../read-arguments.ts'
import { inTransactions } from '../in-transactions.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { presentSource } from './present-source.ts'

interface Change {
  named: readonly string[]
  isPublic: boolean
}

async function runSetPublic(
  cli: Cli,
  { named, isPublic }: Change,
  options: DataOption,
): Promise<void> {
  const { setPublic } = await import('../../../../core/actions/set-public.ts')
  const { getHostSource } = await import('../../../../core/queries/host-collections.ts')
  const { getSourceId } = await import('../../../../core/queries/source-id.ts')
  const slugs = await readArguments(cli, named)
  const rows = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const ids: number[] = []
    for (const slug of slugs) ids.push(await getSourceId(reads, slug))
    const context = { actor, now: clock.now() }
    const change = (tx: Tx, id: number) => setPublic(tx, { table: 'source', id, isPublic }, context)
    const isChanged = await inTransactions({ write, signal: cli.signal }, ids, change, 1)
    const changed: object[] = []
    for (const [index, id] of ids.entries()) {
      const source = presentSource(await getHostSource(reads, id))
      changed.push({ ...source, changed: isChanged[index] })
    }
    return changed
  })
  print(cli, rows, ['id', 'slug', 'name', 'public', 'changed'])
}

export const publishSourceCommand: CommandFactory = (cli) =>
  new Command('publish')
    .description('Make sources public, with those of their collections that are public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createDataOption())
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, options))

export const hideSourceCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide sources with all their collections and images from the public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createDataOption())
    .action((named, options) => runSetPublic(cli, { named, isPublic: false }, options))
