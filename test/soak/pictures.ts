/** Derives a thousand damaged pictures: none may crash a child, hang, or fail without a reason. */

import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileCampaign } from '../support/hostile-campaign.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const pictures = sizeOf('PICTURES', 1000)
const seed = seedOf(1)

const { outcomes, alarming } = await hostileCampaign(seed, pictures)
console.log(`${pictures} pictures from seed ${seed}:`, outcomes)
if (alarming.length > 0) {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-alarming-'))
  for (const [index, { bytes, contentType, error }] of alarming.entries()) {
    await writeFile(join(folder, `${index}`), bytes)
    console.log(
      `${join(folder, `${index}`)} (${contentType}): ${error.message} ${error.detail ?? ''}`,
    )
  }
}
endCampaign({ size: `${pictures} pictures`, seed, failures: alarming.length, figures: outcomes })
