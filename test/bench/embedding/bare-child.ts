/**
 * Embeds pictures with onnxruntime and sharp, without anything of ours: what a short script for one model does. Its
 * argument is the file of the model; each message is a list of files.
 */

import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { argv } from 'node:process'

const SIDE = 224

sharp.concurrency(1)
const session = await InferenceSession.create(argv[2]!, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
})

process.on('message', (files: string[]) => void embed(files))
process.send!('ready')

async function embed(files: readonly string[]): Promise<void> {
  for (const file of files) await session.run({ pixel_values: await readPicture(file) })
  process.send!('done')
}

async function readPicture(file: string): Promise<Tensor> {
  const resized = sharp(file).resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' })
  const pixels = await resized.removeAlpha().toColourspace('srgb').raw().toBuffer()
  const values = new Float32Array(pixels.length)
  const plane = SIDE * SIDE
  for (let at = 0; at < plane; at += 1)
    for (let channel = 0; channel < 3; channel += 1)
      values[channel * plane + at] = (pixels[3 * at + channel]! / 255 - 0.5) / 0.5
  return new Tensor('float32', values, [1, 3, SIDE, SIDE])
}
