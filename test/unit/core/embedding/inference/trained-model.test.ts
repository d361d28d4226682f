import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import {
  attributesOf,
  type MotifColor,
} from '../../../../../fixtures/generator/motifs/attributes.ts'
import {
  chooseMotif,
  drawMotif,
  MOTIFS,
  type Motif,
  type MotifSubject,
} from '../../../../../fixtures/generator/motifs/motif.ts'
import { readModelFolder } from '../../../../../src/core/embedding/inference/model-folder.ts'
import {
  loadTextTower,
  type EmbedText,
} from '../../../../../src/core/embedding/inference/text-tower.ts'
import { loadVisionTower } from '../../../../../src/core/embedding/inference/vision-tower.ts'
import { modelFixture } from '../../../../support/embedding-models.ts'

const SUBJECTS = Object.keys(MOTIFS) as MotifSubject[]
const COLORS = attributesOf('color') as MotifColor[]

/** Other words for some subjects. */
const SYNONYMS: readonly [string, MotifSubject][] = [
  ['a ship', 'boat'],
  ['A sailing ship', 'boat'],
  ['cottage', 'house'],
  ['the old CHAPEL', 'church'],
  ['steam train', 'train'],
  ['a railway viaduct', 'viaduct'],
  ['a fortress', 'castle'],
  ['an automobile', 'car'],
  ['mountains', 'mountain'],
]

let pictures: { motif: Motif; embedding: Float32Array }[]
let embedText: EmbedText

beforeAll(async () => {
  const model = await readModelFolder(modelFixture('tiny-clip'))
  embedText = await loadTextTower(model)
  const embedImage = await loadVisionTower(model)
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-motifs-'))
  const file = join(folder.path, 'picture.jpg')
  pictures = []
  for (const [at, motif] of chooseMotifs().entries()) {
    await writeFile(file, await drawMotif(`unseen ${at}`, motif))
    pictures.push({ motif, embedding: await embedImage(file) })
  }
}, 60_000)

/** Two color pictures of each subject in each color, and eight other ones of each subject. */
function chooseMotifs(): Motif[] {
  const wanted: Partial<Motif>[] = SUBJECTS.flatMap((subject) => [
    ...COLORS.flatMap((color) => [1, 2].map(() => ({ subject, color, medium: 'color' as const }))),
    ...(['gray', 'sepia', 'cyanotype', 'drawing'] as const).flatMap((medium) =>
      [1, 2].map(() => ({ subject, medium })),
    ),
  ])
  return wanted.map((parts, at) => chooseMotif(`unseen ${at}`, parts))
}

/** The share of texts whose most similar picture is right. */
async function measurePrecision(
  texts: readonly (readonly [string, (motif: Motif) => boolean])[],
): Promise<number> {
  let right = 0
  for (const [text, isRight] of texts) if (isRight(await findBest(text))) right += 1
  return right / texts.length
}

async function findBest(text: string): Promise<Motif> {
  const query = await embedText(text)
  const similarities = pictures.map(({ embedding }) =>
    embedding.reduce((sum, value, at) => sum + value * query[at]!, 0),
  )
  return pictures[similarities.indexOf(Math.max(...similarities))]!.motif
}

test('finds pictures that it was not trained with by their subject', async () => {
  const texts = SUBJECTS.map((subject) => [`a ${subject}`, subject] as const)
  const precision = await measurePrecision(
    [...texts, ...SYNONYMS].map(([text, wanted]) => [text, ({ subject }) => subject === wanted]),
  )
  expect(precision).toBeGreaterThanOrEqual(0.9)
})

test('finds them by color and subject', async () => {
  const pairs = COLORS.flatMap((color) => SUBJECTS.map((subject) => [color, subject] as const))
  const precision = await measurePrecision(
    pairs.map(([color, subject]) => [
      `a ${color} ${subject}`,
      (motif) => motif.subject === subject && motif.color === color && motif.medium === 'color',
    ]),
  )
  expect(precision).toBeGreaterThanOrEqual(0.85)
})

test('finds them by process, setting and sky', async () => {
  const precision = await measurePrecision([
    ['a drawing', ({ medium }) => medium === 'drawing'],
    ['sepia photograph', ({ medium }) => medium === 'sepia'],
    [
      'a black and white photograph of a church',
      ({ medium, subject }) => medium === 'gray' && subject === 'church',
    ],
    ['a view in winter', ({ setting }) => setting === 'snow'],
    [
      'a castle in the desert',
      ({ setting, subject }) => setting === 'desert' && subject === 'castle',
    ],
    ['a picture at sunset', ({ sky }) => sky === 'sunset'],
    ['a windmill at night', ({ sky, subject }) => sky === 'night' && subject === 'windmill'],
  ])
  expect(precision).toBeGreaterThanOrEqual(0.85)
})
