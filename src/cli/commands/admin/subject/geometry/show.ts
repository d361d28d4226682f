import { Command } from '@commander-js/extra-typings'
import type { Shape } from '../../../../../core/model/geometry/geometry.ts'
import type { Cli } from '../../../../cli.ts'
import type { CommandFactory } from '../../../../command.ts'
import { print, printText } from '../../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../../host/with-catalog.ts'

interface Options extends DataOption {
  geojson?: true
}

async function runShowGeometry(cli: Cli, subject: string, options: Options): Promise<void> {
  const { getSubjectId } = await import('../../../../../core/queries/subjects/subject-id.ts')
  const { listSubjectGeometries } =
    await import('../../../../../core/queries/subjects/all-subject-geometries.ts')
  const rows = await withCatalog(cli, options, async ({ reads }) =>
    listSubjectGeometries(reads, await getSubjectId(reads, subject)),
  )
  const features = rows.map(({ map_id, geometry }) => ({
    type: 'Feature' as const,
    properties: { map_id },
    geometry: JSON.parse(geometry) as Shape,
  }))
  if (options.geojson) {
    return printText(cli, JSON.stringify({ type: 'FeatureCollection', features }, null, 2))
  }
  const shown = features.map(({ properties, geometry: { type, coordinates } }) => ({
    ...properties,
    type,
    positions: countPositions(coordinates),
  }))
  print(cli, shown, ['map_id', 'type', 'positions'])
}

function countPositions(coordinates: unknown): number {
  if (!Array.isArray(coordinates)) return 0
  if (typeof coordinates[0] === 'number') return 1
  return coordinates.reduce((sum: number, part: unknown) => sum + countPositions(part), 0)
}

export const showGeometryCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('List the geometries of a subject, or print them as GeoJSON')
    .argument('<subject>', 'Id, slug or Wikidata item')
    .option('--geojson', 'Print a FeatureCollection')
    .addOption(createDataOption())
    .action((subject, options) => runShowGeometry(cli, subject, options))
