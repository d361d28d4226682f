import { CatalogError } from '../../base/errors.ts'
import { findIncompleteFile } from './find-incomplete-file.ts'
import { readInstalledModel, type InstalledModel } from './installed-models.ts'
import { getInstallCommand } from './install-command.ts'
import { RECOMMENDED_MODEL } from './known-models.ts'
import { isModelName } from './model-folders.ts'

/** Reads a model; null if it is not completely installed. Does not read the content of its files. */
export async function readUsableModel(data: string, name: string): Promise<InstalledModel | null> {
  const found = await inspectModel(data, name)
  return 'model' in found ? found.model : null
}

/** Describes why a model cannot be used, as the end of a sentence; undefined if it can. */
export async function findModelProblem(data: string, name: string): Promise<string | undefined> {
  const found = await inspectModel(data, name)
  return 'problem' in found ? found.problem : undefined
}

/** Tells the administrator how to get a model. @param chosen the name that was chosen; null if none was */
export function explainMissingModel(chosen: string | null): string {
  const name = chosen ?? RECOMMENDED_MODEL
  const install = getInstallCommand(name)
  return chosen === null
    ? `Install a model and use it: ${install} && catalog model use ${name}`
    : `Install it (${install}), or use another one: catalog model list`
}

/** A dump from elsewhere may name any model, so the name may be invalid. */
async function inspectModel(
  data: string,
  name: string,
): Promise<{ model: InstalledModel } | { problem: string }> {
  if (!isModelName(name)) return { problem: 'this is not a name of a model' }
  try {
    const model = await readInstalledModel(data, name)
    if (!model) return { problem: 'it is not installed' }
    const problem = await findIncompleteFile(model)
    return problem === undefined ? { model } : { problem }
  } catch (error) {
    if (error instanceof CatalogError) return { problem: error.message.replace(/\.$/, '') }
    throw error
  }
}
