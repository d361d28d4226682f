import { serverStopping } from '../../base/errors.ts'
import type { Logger } from '../../base/log.ts'
import { ModelError } from '../inference/model-error.ts'
import { findIncompleteFile } from '../models/find-incomplete-file.ts'
import { getInstallCommand } from '../models/install-command.ts'
import { readInstalledModel } from '../models/installed-models.ts'
import { startEmbedder, type Embedder } from './embedder.ts'

/** The embedders of all models in use: one, or two while the server changes from one to another. */
export interface Embedders extends AsyncDisposable {
  /**
   * Returns the embedder of a model. Its processes start on first use.
   * @throws ModelError if the model is not completely installed under its name
   */
  open(model: ModelReference): Promise<Embedder>
}

interface ModelReference {
  key: string
  /** Name of its folder. */
  name: string
}

interface EmbeddersOptions {
  /** The data directory, which contains the models. */
  data: string
  log: Pick<Logger, 'debug' | 'warn'>
  start?: typeof startEmbedder | undefined
}

export function createEmbedders({ data, log, start = startEmbedder }: EmbeddersOptions): Embedders {
  const embedders = new Map<string, Embedder>()
  let isDisposed = false
  return {
    async open({ key, name }) {
      const folder = await findModelFolder(data, { key, name })
      if (isDisposed) throw serverStopping()
      const embedder = embedders.get(key) ?? start({ folder, log })
      embedders.set(key, embedder)
      return embedder
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await Promise.all([...embedders.values()].map((embedder) => embedder[Symbol.asyncDispose]()))
    },
  }
}

async function findModelFolder(data: string, { key, name }: ModelReference): Promise<string> {
  const installed = await readInstalledModel(data, name)
  if (installed?.key !== key) throw incomplete(name, 'it is not installed', getInstallCommand(name))
  const problem = await findIncompleteFile(installed)
  if (problem === undefined) return installed.folder
  throw incomplete(name, problem, getInstallCommand(name, installed.manifest))
}

function incomplete(model: string, problem: string, install: string): ModelError {
  return new ModelError(problem, {
    code: 'model_incomplete',
    hint: `Install it: ${install}`,
    model,
  })
}
