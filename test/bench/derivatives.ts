/**
 * Thumbnail and display version of a 24-megapixel JPEG: our image child against the libvips command line, in CPU
 * seconds of whole processes including start-up, one thread each, in turn.
 * Needs `vipsthumbnail` and `time` (Debian: libvips-tools, time).
 */

import { execFileSync } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import sharp from 'sharp'
import type * as ImageChildProcess from '../../src/core/processes/image-child-process.ts'
import type { SourceInput } from '../../src/core/imaging/source-picture.ts'

const ROUNDS = 5
const PICTURES_OF_A_WARM_CHILD = 10
const ALLOWED_RATIO = 2

/** The compiled child, as in production, because stripping types would add to its start-up. */
const compiled = new URL('../../dist/core/processes/image-child-process.js', import.meta.url)
const { startImageChild } = (await import(compiled.href)) as typeof ImageChildProcess

interface Cost {
  cpuSeconds: number
  peakMegabytes: number
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const inFolder = (name: string) => join(folder.path, name)
const original = inFolder('original.jpg')

/** Writes soft shapes with film grain, about as expensive to decode as a scanned photograph; the same every time. */
async function writePhotograph(width: number, height: number): Promise<void> {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0
      const grain = ((seed >>> 24) - 128) / 10
      const light =
        128 + 70 * Math.sin(x / 311 + y / 700) + 40 * Math.cos(y / 97) * Math.sin(x / 53)
      pixels[at] = clamp(light + grain)
      pixels[at + 1] = clamp(light * 0.9 + grain + 10)
      pixels[at + 2] = clamp(light * 0.7 + grain + 20)
    }
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  await picture.jpeg({ quality: 90 }).toFile(original)
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)))
}

/** Reads the CPU time of a process so far, which the kernel counts in hundredths of a second. */
async function costOf(pid: number): Promise<Cost> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)![1])
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return { cpuSeconds: (user + system) / 100, peakMegabytes: kilobytes / 1024 }
}

/** Measures an image child, from its start to the last of this many pictures. */
async function ours(pictures: number): Promise<Cost> {
  const child = startImageChild(1024 ** 3)
  const input: SourceInput = {
    original,
    contentType: 'image/jpeg',
    rotation: 0,
    mirror: 'none',
    directory: folder.path,
    maxPixels: 1_000_000_000,
    accepted: ['image/jpeg'],
  }
  for (let done = 0; done < pictures; done += 1) await child.run({ name: 'derive', input })
  const cost = await costOf(child.pid!)
  await child.kill()
  return cost
}

async function vips(from: string, side: number, output: string): Promise<Cost> {
  const command = ['vipsthumbnail', from, '--size', String(side), '--output', output]
  const env = { PATH: process.env['PATH'], VIPS_CONCURRENCY: '1' }
  const timed = ['-f', '%U %S %M', '-o', inFolder('time'), ...command]
  execFileSync('time', timed, { env, stdio: 'inherit' })
  const [user, system, kilobytes] = (await readFile(inFolder('time'), 'utf8'))
    .split(' ')
    .map(Number)
  return { cpuSeconds: user! + system!, peakMegabytes: kilobytes! / 1024 }
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

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

await writePhotograph(6000, 4000)
const costs = Object.keys(CONTENDERS).map((name): [string, Cost[]] => [name, []])
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, measured] of costs) measured.push(await CONTENDERS[name]!())

const medians = costs.map(([name, measured]) => ({
  name,
  cpuSeconds: median(measured.map(({ cpuSeconds }) => cpuSeconds)),
  peakMegabytes: median(measured.map(({ peakMegabytes }) => peakMegabytes)),
}))
for (const { name, cpuSeconds, peakMegabytes } of medians)
  console.log(
    `${name.padEnd(44)} ${cpuSeconds.toFixed(2)} CPU s  ${peakMegabytes.toFixed(0).padStart(4)} MB`,
  )
const [fresh, , ...theirs] = medians.map(({ cpuSeconds }) => cpuSeconds)
const ratio = fresh! / Math.min(...theirs)
console.log(`a fresh child ÷ the cheaper vips: ${ratio.toFixed(2)} (at most ${ALLOWED_RATIO})`)
if (ratio > ALLOWED_RATIO) exit(1)
