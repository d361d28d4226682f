/**
 * Thumbnail and display version of a 24-megapixel JPEG: our image child against the libvips command line, in CPU
 * seconds of whole processes including start-up, one thread each, in turn.
 * Needs `vipsthumbnail` and `time` (Debian: libvips-tools, time).
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import { costOfChild } from './imaging/child-cost.ts'
import { compareCosts, costOfCommand, printCosts, type Cost } from './imaging/cost.ts'
import { writePhotograph } from './imaging/photograph.ts'
import { reportFigure } from './support/table.ts'

const ROUNDS = 5
const PICTURES_OF_A_WARM_CHILD = 10
const ALLOWED_RATIO = 2

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const inFolder = (name: string) => join(folder.path, name)
const original = inFolder('original.jpg')

function ours(pictures: number): Promise<Cost> {
  return costOfChild('derive', { original, directory: folder.path }, pictures)
}

function vips(from: string, side: number, output: string): Promise<Cost> {
  const command = ['vipsthumbnail', from, '--size', String(side), '--output', output]
  return costOfCommand(command, folder.path)
}

function together(...costs: Cost[]): Cost {
  return {
    cpuSeconds: costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    peakMegabytes: Math.max(...costs.map(({ peakMegabytes }) => peakMegabytes)),
  }
}

async function vipsOnce(thumbnailFrom: string): Promise<Cost> {
  const display = await vips(original, 2048, inFolder('display-vips.jpg[Q=85,strip]'))
  const thumbnail = await vips(thumbnailFrom, 500, inFolder('thumbnail-vips.jpg[Q=80,strip]'))
  return together(display, thumbnail)
}

const CONTENDERS: Record<string, () => Promise<Cost>> = {
  'ours, a fresh child for one picture': () => ours(1),
  'ours, per picture of a child that does ten': async () => {
    const { cpuSeconds, peakMegabytes } = await ours(PICTURES_OF_A_WARM_CHILD)
    return { cpuSeconds: cpuSeconds / PICTURES_OF_A_WARM_CHILD, peakMegabytes }
  },
  'vipsthumbnail twice from the original': () => vipsOnce(original),
  'vipsthumbnail, then from its display file': () => vipsOnce(inFolder('display-vips.jpg')),
}

await writePhotograph(original, 6000, 4000)
const costs = await compareCosts(CONTENDERS, ROUNDS)
printCosts(costs)
const [fresh, , ...theirs] = Object.values(costs).map(({ cpuSeconds }) => cpuSeconds)
const ratio = fresh! / Math.min(...theirs)
reportFigure(
  'derivatives of 24 megapixels, CPU time',
  `${ratio.toFixed(2)} times vipsthumbnail`,
  `at most ${ALLOWED_RATIO} times`,
)
if (ratio > ALLOWED_RATIO) exit(1)
