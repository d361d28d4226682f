import type { SourceInput } from '../../../src/core/imaging/source-picture.ts'
import type * as ImageChildProcess from '../../../src/core/imaging/process/image-child-process.ts'
import { costOf, type Cost } from './cost.ts'

/** The compiled child, as in production, because stripping types would add to its start-up. */
const compiled = new URL(
  '../../../dist/core/imaging/process/image-child-process.js',
  import.meta.url,
)
const { startImageChild } = (await import(compiled.href)) as typeof ImageChildProcess

/** Measures an image child, from its start to the last of `pictures` runs of the task with a JPEG. */
export async function costOfChild(
  name: 'derive' | 'tile',
  given: Pick<SourceInput, 'original' | 'directory'> & Partial<SourceInput>,
  pictures = 1,
): Promise<Cost> {
  const child = startImageChild(1.5 * 1024 ** 3)
  const limits = { maxPixels: 1_000_000_000, accepted: ['image/jpeg'] }
  const upright = { rotation: 0, mirror: 'none', contentType: 'image/jpeg' } as const
  const input: SourceInput = { ...limits, ...upright, ...given }
  for (let done = 0; done < pictures; done += 1) await child.run({ name, input })
  const cost = await costOf(child.pid!)
  await child.kill()
  return cost
}
