import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { notFound } from '../../../core/base/errors.ts'
import type { ModelPlan } from '../../../core/embedding/models/install-model.ts'
import type { KnownModel } from '../../../core/embedding/models/known-models.ts'
import type { CommandFactory } from '../../command.ts'
import { parseMirrorUrl } from '../../models/mirror-url.ts'
import { createDataOption, type DataOption } from '../../host/with-catalog.ts'
import { openDataFolder } from './open-data-folder.ts'

const HUGGING_FACE = 'https://huggingface.co'

interface Options extends DataOption {
  baseUrl: string
  revision?: string
  as?: string
}

async function findKnownModel(name: string): Promise<KnownModel> {
  const { KNOWN_MODELS } = await import('../../../core/embedding/models/known-models.ts')
  const model = KNOWN_MODELS.find((known) => known.name === name)
  if (model) return model
  const names = KNOWN_MODELS.map((known) => known.name).join(', ')
  throw notFound(`There is no known model ${JSON.stringify(name)}. Known models: ${names}.`, {
    hint: 'Install the files of another model with: catalog model add MODEL DIR',
  })
}

/** The digests of another revision are unknown. */
function createPlan(
  { name, repository, license, files, ...known }: KnownModel,
  { baseUrl, revision = known.revision, as = name }: Options,
): ModelPlan {
  const isPinned = revision === known.revision
  const source = `${baseUrl}/${repository}/resolve/${revision}`
  return {
    origin: { name: as, repository, revision, source, license },
    files: isPinned ? files : files.map(({ path, size }) => ({ path, size, sha256: null })),
    isPinned,
  }
}

function parseRevision(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text)) return text
  throw new InvalidArgumentError('Must be a commit, or a tag or branch without slashes.')
}

export const fetchModelCommand: CommandFactory = (cli) =>
  new Command('fetch')
    .description('Download a known model, or the damaged files of an installed one')
    .argument('<model>', 'Name of a known model: see catalog model list')
    .option('--base-url <url>', 'Mirror with the same paths', parseMirrorUrl, HUGGING_FACE)
    .option('--revision <commit>', 'Other revision, whose digests are not known', parseRevision)
    .option('--as <name>', 'Install the model under this name')
    .addOption(createDataOption())
    .action(async (name, options) => {
      const { requireModelName } = await import('../../../core/embedding/models/model-folders.ts')
      const { downloadFile } = await import('../../models/download-file.ts')
      const { installFiles } = await import('./install-files.ts')
      const data = await openDataFolder(cli, options)
      requireModelName(options.as ?? name)
      const plan = createPlan(await findKnownModel(name), options)
      const { source } = plan.origin
      await installFiles(cli, data, {
        plan,
        obtain: (file, path, progress) => {
          const url = `${source}/${file.path}`
          const hint = 'Check --base-url and --revision.'
          return downloadFile({ cli, progress }, { ...file, url, hint }, path)
        },
      })
    })
