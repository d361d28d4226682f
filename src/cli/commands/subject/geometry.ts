import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { print, printText } from '../../terminal/output.ts'
import { toSafeJson } from '../../terminal/sanitize.ts'

async function runSubjectGeometry(cli: Cli, name: string): Promise<void> {
  const { z } = await import('zod')
  const { openReadingApi } = await import('../../reading/open-reading-api.ts')
  const { resolveName } = await import('../../client/resolve-filters.ts')
  const feature = z.looseObject({
    type: z.literal('Feature'),
    geometry: z.looseObject({ type: z.string() }),
    properties: z.looseObject({ map_id: z.string() }),
  })
  const collection = z.object({ features: z.array(feature) })
  const api = await openReadingApi(cli)
  const id = await resolveName(api, 'subject', name)
  const found = await api.get(`/api/v2/subjects/${id}/geometry/`, collection)
  const { output } = cli.globals
  if (output === 'human' || output === 'json') return printText(cli, formatGeoJson(found.features))
  if (output === 'ndjson') return print(cli, found.features, [])
  const rows = found.features.map(({ geometry, properties }) => ({
    id: properties.map_id,
    type: geometry.type,
  }))
  print(cli, rows, ['id', 'type'])
}

/** One feature per line. */
function formatGeoJson(features: readonly object[]): string {
  const lines = features.map((feature) => `\n${toSafeJson(feature)}`)
  return `{"type":"FeatureCollection","features":[${lines.join(',')}\n]}`
}

export const subjectGeometryCommand: CommandFactory = (cli) =>
  new Command('geometry')
    .description('Print the geometry of a subject as GeoJSON')
    .argument('<subject>', 'ID or slug')
    .action((name) => runSubjectGeometry(cli, name))
