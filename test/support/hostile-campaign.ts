import { join } from 'node:path'
import { PictureError } from '../../src/core/imaging/picture-error.ts'
import type { PictureFailureReason } from '../../src/core/imaging/picture-error.ts'
import { startImagePool } from '../../src/core/imaging/process/image-pool.ts'
import { mutatedPictures } from './mutated-pictures.ts'
import type { MutatedPicture } from './mutated-pictures.ts'
import { createPictureFolder } from './pictures.ts'

export type Outcome = 'derived' | PictureFailureReason

export interface CampaignResult {
  outcomes: Partial<Record<Outcome, number>>
  /** Pictures that crashed a child or exceeded the timeout. */
  alarming: (MutatedPicture & { error: PictureError })[]
}

/** Derives this many mutated pictures through a real pool, and counts the outcomes. */
export async function hostileCampaign(seed: number, pictures: number): Promise<CampaignResult> {
  await using folder = await createPictureFolder()
  const limits = { memoryBytes: 512 * 1024 ** 2, timeoutMs: 20_000, maxPixels: 20_000_000 }
  await using pool = startImagePool({ workers: 2, ...limits })
  const result: CampaignResult = { outcomes: {}, alarming: [] }
  const campaign = mutatedPictures(seed)
  for (let done = 0; done < pictures; done += 1) {
    const { value: picture } = (await campaign.next()) as { value: MutatedPicture }
    const original = await folder.write('original', picture.bytes)
    const error = await pool
      .derive({
        original,
        contentType: picture.contentType,
        rotation: 90,
        mirror: 'v',
        directory: join(folder.path),
      })
      .then(() => undefined)
      .catch((failure: unknown) => failure)
    note(result, picture, error)
  }
  return result
}

function note({ outcomes, alarming }: CampaignResult, picture: MutatedPicture, error: unknown) {
  if (error !== undefined && !(error instanceof PictureError)) throw error
  const outcome = error?.reason ?? 'derived'
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  if (error && ['crashed', 'timeout', 'storage'].includes(outcome))
    alarming.push({ ...picture, error })
}
