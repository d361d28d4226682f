import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { CatalogError, invalid } from '../../../core/base/errors.ts'
import { CONFIDENCES } from '../../../core/model/confidences.ts'
import type { Cli } from '../../cli.ts'
import { parseColumnName, type Column } from '../../tables/columns.ts'
import { parseToml } from '../../tables/toml.ts'
import { MAX_RATE } from '../../../core/base/limits.ts'
import { DEFAULT_RATE, PROTOCOLS, type HarvestSource } from '../source.ts'

const config = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  protocol: z.enum(PROTOCOLS).optional(),
  /** Collection of new images. */
  collection: z.int().positive(),
  /** Hidden collection for images of records that the remote withdraws. */
  withdrawn_to: z.int().positive().optional(),
  set: z.string().min(1).optional(),
  rate: z.number().positive().max(MAX_RATE).default(DEFAULT_RATE),
  /** Confidence of the placements at the coordinates of the remote; nothing is placed without it. */
  places: z.enum(CONFIDENCES).optional(),
  allow_private_urls: z.boolean().default(false),
  allow_http: z.boolean().default(false),
  /** Members of JSON lines by our columns. */
  map: z.record(z.string(), z.string()).default({}),
})

/** A harvest that runs again and again, as its file describes it. */
export interface HarvestConfig extends Omit<z.infer<typeof config>, 'map'> {
  name: string
  source: HarvestSource
  /** Folder of its state. */
  folder: string
}

/**
 * Reads `NAME.toml` of the working folder.
 * @throws CatalogError kind `not_found`, or `invalid` that names the file and the member
 */
export async function readHarvestConfig(cli: Cli, name: string): Promise<HarvestConfig> {
  const file = `${name.replace(/\.toml$/, '')}.toml`
  const path = resolve(cli.cwd, file)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const message = `${path} cannot be read (${error.code ?? error.message}).`
    const hint = 'Write this file: url = "https://…" and collection = 12, one on each line.'
    throw new CatalogError('not_found', message, { hint })
  })
  const parsed = config.safeParse(parseToml(file, text))
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: member, message }) =>
      [...member.map(String), message].join(': '),
    )
    throw invalid(file, problems.join('; '))
  }
  const { map, ...settings } = parsed.data
  const { url, protocol, set, allow_http: allowHttp } = settings
  if (settings.withdrawn_to === settings.collection)
    throw invalid(file, 'withdrawn_to: must be another collection')
  return {
    ...settings,
    name: file.replace(/\.toml$/, ''),
    source: { url, protocol, set, allowHttp, map: readMap(file, map) },
    folder: path.replace(/\.toml$/, '.harvest'),
  }
}

function readMap(file: string, map: Readonly<Record<string, string>>): Record<string, Column> {
  const entries = Object.entries(map).map(([name, theirs]): [string, Column] => {
    const column = parseColumnName(name)
    if (column === undefined) throw invalid(file, `map: there is no column ${JSON.stringify(name)}`)
    return [theirs, column]
  })
  return Object.fromEntries(entries)
}
