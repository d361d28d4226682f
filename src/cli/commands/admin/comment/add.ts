import { Argument, Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createTimeOption, requirePast } from '../contributions/contributor.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

interface Options extends DataOption {
  user: string
  time?: number
}

async function runAddComment(
  cli: Cli,
  { image, text }: { image: number; text: string },
  options: Options,
): Promise<void> {
  const { newComment } = await import('../../../../core/contract/new-contribution.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { addComment } = await import('../../../../core/writes/comments/add-comment.ts')
  const { getUserId } = await import('../../../../core/queries/people/find-user.ts')
  const added = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const comment = parseFields(newComment, { image, text })
    const now = clock.now()
    const at = requirePast(options.time ?? now, now)
    const userId = await getUserId(reads, options.user)
    return write((tx) => addComment(tx, { ...comment, userId, at }, { actor, now }))
  })
  printRecord(cli, { id: added.id, state: added.isNew ? 'added' : 'present' })
}

export const addCommentCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Add a comment on behalf of a user')
    .addArgument(new Argument('<image>', 'Id of the image').argParser(parsePositiveInteger))
    .argument('<text>', 'Text of the comment')
    .requiredOption('--user <name or id>', 'Author, by exact name or OpenStreetMap id')
    .addOption(createTimeOption('When it was written (default: now)'))
    .addOption(createDataOption())
    .action((image, text, options) => runAddComment(cli, { image, text }, options))
