import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { loadConfig, type Config, type Secrets } from '../../../src/core/config/config.ts'
import { plain } from '../pictures.ts'
import { createSeed } from '../seed.ts'
import { bearer, issueToken } from '../tokens.ts'

/** Number of existing images; every third file replaces that of one of them. */
const TARGETS = 4

/** Files to import through a server that can fail or be killed at any moment. */
export interface Campaign {
  readonly config: Config
  readonly secrets: Secrets
  /** Headers of the importer. */
  readonly headers: Record<string, string>
  readonly collection: number
  readonly files: CampaignFile[]
}

export interface CampaignFile {
  readonly index: number
  readonly bytes: Buffer
  /** The image whose file this one replaces; undefined if it becomes a new image. */
  readonly target: number | undefined
  slotId?: string
  /** Whether a commit or replacement was sent. */
  isSent: boolean
  /** Whether it was acknowledged. */
  isDone: boolean
}

/** Creates a catalog in the directory, and this many different pictures. */
export async function prepareCampaign(data: string, count: number): Promise<Campaign> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
  const seed = createSeed({ catalog })
  const collection = await seed.collection()
  for (let made = 0; made < TARGETS; made += 1) await seed.image({ collection_id: collection })
  const files = await Promise.all(Array.from({ length: count }, (_, index) => makeFile(index)))
  return { config, secrets, headers: bearer(token), collection, files }
}

async function makeFile(index: number): Promise<CampaignFile> {
  const bytes = await plain(16 + index, 16, [index % 256, 90, 90])
    .jpeg()
    .toBuffer()
  const target = index % 3 === 0 ? 1 + ((index / 3) % TARGETS) : undefined
  return { index, bytes, target, isSent: false, isDone: false }
}

/** The number of images after the campaign. */
export function finalImageCount({ files }: Campaign): number {
  return TARGETS + files.filter(({ target }) => target === undefined).length
}
