import { openCatalog } from '../../../src/core/catalog.ts'
import { loadConfig, type Config, type Secrets } from '../../../src/core/config.ts'
import { plain } from '../pictures.ts'
import { createSeed } from '../seed.ts'
import { bearer, issueToken } from '../tokens.ts'

/** Images that are there from the start; every third file replaces that of one of them. */
const TARGETS = 4

/** Files on their way through a server that may fail or die at any moment. */
export interface Campaign {
  readonly config: Config
  readonly secrets: Secrets
  /** The importer's. */
  readonly headers: Record<string, string>
  readonly collection: number
  readonly files: CampaignFile[]
}

export interface CampaignFile {
  readonly index: number
  readonly bytes: Buffer
  /** The image whose file this one replaces; undefined where it is to be an image of its own. */
  readonly target: number | undefined
  slotId?: string
  /** Whether a commit or replace was ever sent. */
  isSent: boolean
  /** Whether it was answered with success. */
  isDone: boolean
}

/** Sets a catalogue up in the directory, and makes so many pictures for it, no two the same. */
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

/** How many images there are when all is imported. */
export function imagesInTheEnd({ files }: Campaign): number {
  return TARGETS + files.filter(({ target }) => target === undefined).length
}
