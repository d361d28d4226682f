import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeManifest, type Manifest } from '../../src/core/embedding/models/manifest.ts'
import { readUsableModel } from '../../src/core/embedding/models/model-in-use.ts'
import { modelFolder } from '../../src/core/embedding/models/model-folders.ts'
import { getChosenModel } from '../../src/core/queries/settings/chosen-model.ts'
import type { Catalog } from '../../src/core/catalog/catalog.ts'

export const TIMESTAMP = '2026-01-20T08:00:00.000000Z'

/** Files of a model that cannot be loaded, but has all parts. */
export const MODEL_FILES: Readonly<Record<string, Buffer>> = {
  'config.json': Buffer.from('{"model_type":"clip"}'),
  'preprocessor_config.json': Buffer.from('{"size":8}'),
  'tokenizer.json': Buffer.from(`{"vocab":"${'a'.repeat(40_000)}"}`),
  'tokenizer_config.json': Buffer.from('{"max_length":8}'),
  'onnx/text_model_quantized.onnx': Buffer.alloc(90_000, 'text'),
  'onnx/vision_model_quantized.onnx': Buffer.alloc(150_000, 'pixels'),
}

/** Installs a model without its commands. @returns its folder */
export async function installTestModel(
  data: string,
  name: string,
  changes: Partial<Manifest> = {},
): Promise<string> {
  const folder = modelFolder(data, name)
  await writeModelFiles(folder)
  await writeManifest(folder, {
    name,
    repository: 'example/model',
    revision: 'abc',
    source: 'https://models.example',
    license: null,
    installed_at: TIMESTAMP,
    verified_at: TIMESTAMP,
    files: Object.entries(MODEL_FILES).map(([path, content]) => ({
      path,
      size: content.length,
      sha256: sha256(content),
      pinned_at: null,
    })),
    ...changes,
  })
  return folder
}

/** Writes the files of the test model, without a manifest. */
export async function writeModelFiles(folder: string): Promise<void> {
  for (const [path, content] of Object.entries(MODEL_FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Reads the chosen model; null if none is chosen, or if it is not completely installed. */
export async function readModelInUse({ reads, config }: Catalog) {
  const name = await getChosenModel(reads)
  return name === null ? null : await readUsableModel(config.data, name)
}
