import { cp, mkdtempDisposable, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readModelFolder } from '../../../../../src/core/embedding/inference/model-folder.ts'
import { loadTextTower } from '../../../../../src/core/embedding/inference/text-tower.ts'
import { loadVisionTower } from '../../../../../src/core/embedding/inference/vision-tower.ts'
import { modelFixture } from '../../../../support/embedding-models.ts'

/** Copies the model with the shape of SigLIP, to damage it. */
async function copyModel() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-model-'))
  await cp(modelFixture('tiny-siglip'), folder.path, { recursive: true })
  return {
    path: folder.path,
    file: (name: string) => join(folder.path, name),
    writeJson: (name: string, value: unknown) =>
      writeFile(join(folder.path, name), JSON.stringify(value)),
    async load() {
      const model = await readModelFolder(folder.path)
      await loadTextTower(model)
      await loadVisionTower(model)
      return model
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

const FILES = [
  'config.json',
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/text_model_quantized.onnx',
  'onnx/vision_model.onnx',
]

test.for(FILES)('names %s if it is missing', async (name) => {
  await using model = await copyModel()
  await rm(model.file(name))
  await expect(model.load()).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining(name) as string,
    details: { code: 'model_incomplete' },
  })
})

test.for(FILES)('names %s if it is damaged', async (name) => {
  await using model = await copyModel()
  await truncate(model.file(name), 200)
  await expect(model.load()).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining(name) as string,
    details: { code: 'model_damaged' },
  })
})

test.for([
  ['config.json', { model_type: 'bert' }, 'bert'],
  ['config.json', { model_type: 'siglip', vision_config: { hidden_size: 8 } }, '1 × 16'],
  ['preprocessor_config.json', { size: 32, do_resize: false }, 'resize'],
  ['preprocessor_config.json', { size: { shortest_edge: 32 } }, 'crops no'],
  ['preprocessor_config.json', { size: 32, crop_size: 64 }, 'crops more'],
  ['preprocessor_config.json', { size: { width: 32, height: 32 }, resample: 4 }, 'filter 4'],
] as const)('does not support %s with %j', async ([name, content, reason]) => {
  await using model = await copyModel()
  await model.writeJson(name, content)
  const load = async () => {
    const embedText = await loadTextTower(await model.load())
    await embedText('a bridge')
  }
  await expect(load()).rejects.toMatchObject({
    message: expect.stringContaining(reason) as string,
    details: { code: 'model_unsupported' },
  })
})

test.for([
  ['config.json', { model_type: 'siglip', vision_config: { hidden_size: 1e9 } }],
  ['preprocessor_config.json', { size: { width: 1e6, height: 32 } }],
  ['preprocessor_config.json', { size: { width: 32, height: 32 }, image_std: [1, 0, 1] }],
  ['preprocessor_config.json', { size: { width: 32, height: 32 }, image_mean: [1] }],
  ['tokenizer_config.json', { pad_token: '<none>' }],
  ['tokenizer_config.json', {}],
  ['tokenizer.json', { model: { type: 'none' } }],
  ['tokenizer.json', []],
] as const)('rejects %s with %j', async ([name, content]) => {
  await using model = await copyModel()
  await model.writeJson(name, content)
  await expect(model.load()).rejects.toMatchObject({
    message: expect.stringContaining(name) as string,
    details: { code: 'model_damaged' },
  })
})

test('prefers the text tower that is small and the vision tower that is precise', async () => {
  await using model = await copyModel()
  for (const name of ['text_model', 'text_model_fp16'])
    await writeFile(model.file(`onnx/${name}.onnx`), 'not a model')
  for (const name of ['vision_model_quantized', 'vision_model_fp16'])
    await writeFile(model.file(`onnx/${name}.onnx`), 'not a model')
  expect(await model.load()).toMatchObject({
    textModel: 'onnx/text_model_quantized.onnx',
    visionModel: 'onnx/vision_model.onnx',
  })
})
