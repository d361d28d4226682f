import { Command } from '@commander-js/extra-typings'
import type { Retagging } from '../../../../core/writes/tags/tag-image.ts'
import type { AuditContext } from '../../../../core/audit/record-audit.ts'
import type { Tx } from '../../../../core/db/store.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../option-parsers.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { changeImages, IMAGE_IDS } from './change-images.ts'
import { findTagger } from './find-tagger.ts'

interface Options extends DataOption {
  subject: string[]
  user?: string
}

interface Change {
  ids: readonly string[]
  change: (tx: Tx, tagging: Retagging, context: AuditContext) => Promise<unknown>
}

async function runRetag(cli: Cli, { ids, change }: Change, options: Options): Promise<void> {
  const { getSubjectIds } = await import('../../../../core/queries/subject-id.ts')
  const subjectIds = await withCatalog(cli, options, ({ reads }) =>
    getSubjectIds(reads, options.subject),
  )
  const userId = await findTagger(cli, options)
  await changeImages(cli, options, {
    ids,
    change: (tx, imageId, context) => change(tx, { imageId, subjectIds, userId }, context),
  })
}

/** Adds the arguments and options that these commands share. */
function createRetagCommand(name: string, description: string) {
  return new Command(name)
    .description(description)
    .argument(...IMAGE_IDS)
    .requiredOption(
      '--subject <id, slug or Q-id>',
      'Subject; repeatable',
      (named: string, before: string[] | undefined) => [...(before ?? []), parseNonBlank(named)],
    )
    .option('--user <name or id>', 'User whom the feed names for it')
    .addOption(createDataOption())
}

export const tagImagesCommand: CommandFactory = (cli) =>
  createRetagCommand('tag', 'Tag images with subjects, after those that they have').action(
    async (ids, options) => {
      const { tagImage } = await import('../../../../core/writes/tags/tag-image.ts')
      await runRetag(cli, { ids, change: tagImage }, options)
    },
  )

export const untagImagesCommand: CommandFactory = (cli) =>
  createRetagCommand('untag', 'Remove subjects from images').action(async (ids, options) => {
    const { untagImage } = await import('../../../../core/writes/tags/tag-image.ts')
    await runRetag(cli, { ids, change: untagImage }, options)
  })

export const reorderSubjectsCommand: CommandFactory = (cli) =>
  createRetagCommand('reorder-subjects', 'Put the subjects of images in this order').action(
    async (ids, options) => {
      const { reorderSubjects } = await import('../../../../core/writes/tags/tag-image.ts')
      await runRetag(cli, { ids, change: reorderSubjects }, options)
    },
  )
