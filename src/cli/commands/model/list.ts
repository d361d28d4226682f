import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/base/errors.ts'
import type { KnownModel } from '../../../core/embedding/models/known-models.ts'
import type { CommandFactory } from '../../command.ts'
import { formatTime } from '../../terminal/format.ts'
import { hint, print } from '../../terminal/output.ts'
import { createDataOption, withCatalog } from '../../host/with-catalog.ts'

/** One model, installed or known. */
interface ModelRow {
  name: string
  state: 'installed' | 'incomplete' | 'damaged' | 'not_installed'
  in_use: boolean
  /** Bytes of all its files; null if the manifest is damaged. */
  size: number | null
  repository: string | null
  revision: string | null
  license: string | null
  installed_at: string | null
  verified_at: string | null
  /** Problem with an installed model; null if there is none. */
  problem: string | null
}

async function listModels(data: string, chosen: string | null): Promise<ModelRow[]> {
  const { listModelFolders } = await import('../../../core/embedding/models/installed-models.ts')
  const { KNOWN_MODELS } = await import('../../../core/embedding/models/known-models.ts')
  const folders = await listModelFolders(data)
  const rows: ModelRow[] = []
  for (const name of folders) {
    const row = await describeInstalled(data, name)
    if (row) rows.push({ ...row, in_use: name === chosen })
  }
  const listed = new Set(rows.map(({ name }) => name))
  const others = KNOWN_MODELS.filter(({ name }) => !listed.has(name)).map(describeKnown)
  return [...rows, ...others.map((row) => ({ ...row, in_use: row.name === chosen }))]
}

/** Returns undefined if the folder holds no model. */
async function describeInstalled(data: string, name: string): Promise<ModelRow | undefined> {
  const { findIncompleteFile } =
    await import('../../../core/embedding/models/find-incomplete-file.ts')
  const { readInstalledModel } = await import('../../../core/embedding/models/installed-models.ts')
  try {
    const model = await readInstalledModel(data, name)
    if (!model) return undefined
    const problem = (await findIncompleteFile(model)) ?? null
    const { repository, revision, license, installed_at, verified_at, files } = model.manifest
    return {
      ...emptyRow(name),
      state: problem === null ? 'installed' : 'incomplete',
      size: sumSizes(files),
      repository,
      revision,
      license,
      installed_at,
      verified_at,
      problem,
    }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { ...emptyRow(name), state: 'damaged', problem: error.message }
  }
}

function describeKnown({ name, repository, revision, license, files }: KnownModel): ModelRow {
  return { ...emptyRow(name), size: sumSizes(files), repository, revision, license }
}

function emptyRow(name: string): ModelRow {
  return {
    name,
    state: 'not_installed',
    in_use: false,
    size: null,
    repository: null,
    revision: null,
    license: null,
    installed_at: null,
    verified_at: null,
    problem: null,
  }
}

function sumSizes(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function formatTimes(row: ModelRow) {
  return { ...row, verified_at: row.verified_at && formatTime(row.verified_at) }
}

export const listModelsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List installed models and those that can be fetched')
    .addOption(createDataOption())
    .action(async (options) => {
      const { getChosenModel } = await import('../../../core/queries/settings/chosen-model.ts')
      const { explainMissingModel } = await import('../../../core/embedding/models/model-in-use.ts')
      const { data, chosen } = await withCatalog(cli, options, async ({ config, reads }) => ({
        data: config.data,
        chosen: await getChosenModel(reads),
      }))
      const rows = await listModels(data, chosen)
      print(
        cli,
        cli.globals.output === 'human' && cli.stdout.isTTY ? rows.map(formatTimes) : rows,
        ['name', 'state', 'in_use', 'size', 'revision', 'verified_at'],
        ['problem'],
      )
      const installed = rows.filter(({ state }) => state === 'installed')
      const [first] = installed
      if (chosen === null && first) hint(cli, `Use a model with: catalog model use ${first.name}`)
      else if (!installed.some(({ in_use }) => in_use)) hint(cli, explainMissingModel(chosen))
    })
