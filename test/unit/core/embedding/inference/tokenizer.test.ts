import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readModelFolder } from '../../../../../src/core/embedding/inference/model-folder.ts'
import { loadTokenizer } from '../../../../../src/core/embedding/inference/tokenizer.ts'
import { modelFixture } from '../../../../support/embedding-models.ts'

interface Measured {
  model: string
  text: string
  tokens: number[]
}

const ORACLE = new URL('../../../../../fixtures/oracles/tokens.jsonl', import.meta.url)
const measured = readFileSync(ORACLE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Measured)

test.for(['tiny-clip', 'tiny-siglip'])(
  '%s: texts have the tokens of another library',
  async (name) => {
    const tokenize = await loadTokenizer(await readModelFolder(modelFixture(name)))
    const texts = measured.filter(({ model }) => model === name)
    expect(texts.length).toBeGreaterThan(10)
    for (const { text, tokens } of texts) expect(tokenize(text), text).toEqual(tokens)
  },
)
