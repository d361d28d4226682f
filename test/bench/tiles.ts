/**
 * Tiles of a 24-megapixel JPEG: our image child, including its start-up, against the libvips command line with the same
 * tile size and quality, in CPU seconds, in turn. And the peak memory of a child that makes the tiles of a 100-megapixel
 * JPEG. Needs `vips` and `time` (Debian: libvips-tools, time).
 */

import { mkdtempDisposable, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import { costOfChild } from './imaging/child-cost.ts'
import { compareCosts, costOfCommand, printCosts, type Cost } from './imaging/cost.ts'
import { writePhotograph } from './imaging/photograph.ts'
import { reportFigure } from './support/table.ts'

const ROUNDS = 5
const PICTURES_OF_A_WARM_CHILD = 5
const ALLOWED_RATIO = 2.5
const ALLOWED_MEGABYTES = 600

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const directory = folder.path
const original = join(directory, 'original.jpg')
const large = join(directory, 'large.jpg')

function ours(pictures: number): Promise<Cost> {
  return costOfChild('tile', { original, directory }, pictures)
}

async function vips(): Promise<Cost> {
  const output = join(directory, 'vips')
  await rm(output, { recursive: true, force: true })
  const layout = ['--layout', 'iiif3', '--tile-size', '512', '--overlap', '0']
  const command = ['vips', 'dzsave', original, output, ...layout, '--suffix', '.jpg[Q=85,strip]']
  return costOfCommand(command, directory)
}

await writePhotograph(original, 6000, 4000)
const { fresh, warm, theirs } = await compareCosts(
  {
    fresh: () => ours(1),
    warm: async () => {
      const { cpuSeconds, peakMegabytes } = await ours(PICTURES_OF_A_WARM_CHILD)
      return { cpuSeconds: cpuSeconds / PICTURES_OF_A_WARM_CHILD, peakMegabytes }
    },
    theirs: vips,
  },
  ROUNDS,
)
await writePhotograph(large, 10_000, 10_000)
const upright = await costOfChild('tile', { original: large, directory })
const turned = await costOfChild('tile', { original: large, directory, rotation: 90 })

printCosts({
  'ours, a fresh child for one picture': fresh,
  'ours, per picture of a child that does five': warm,
  'vips dzsave': theirs,
  'ours, 100 megapixels': upright,
  'ours, 100 megapixels turned by 90 degrees': turned,
})
const ratio = fresh.cpuSeconds / theirs.cpuSeconds
reportFigure(
  'tiles of a picture, CPU time',
  `${ratio.toFixed(2)} times vips dzsave`,
  `at most ${ALLOWED_RATIO} times`,
)
const megabytes = Math.max(upright.peakMegabytes, turned.peakMegabytes)
const most = `at most ${ALLOWED_MEGABYTES} MB`
reportFigure('tiles of 100 megapixels, memory', `${megabytes.toFixed(0)} MB`, most)
if (ratio > ALLOWED_RATIO || megabytes > ALLOWED_MEGABYTES) exit(1)
