import type {
  NewAreaGeoreference,
  NewGeoreference,
} from '../../../../core/contract/new-contribution.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { importContributions } from '../contributions/import-contributions.ts'
import type { ImportKind, Made, RowProblem } from '../contributions/import-kind.ts'
import { createImportCommand, type ImportOptions } from '../contributions/import-options.ts'
import { parseRow } from '../contributions/parse-row.ts'
import { toRefusal } from '../contributions/to-refusal.ts'

type Item = NewGeoreference | NewAreaGeoreference

const COLUMNS = {
  image: ['image_id'],
  latitude: ['lat'],
  longitude: ['lon', 'lng'],
  direction: [],
  confidence: [],
  confidence_notes: ['notes'],
  user: ['georeferenced_by'],
  time: ['georeferenced_at'],
}

async function loadKind(): Promise<ImportKind<Item>> {
  const { newAreaGeoreference, newGeoreference } =
    await import('../../../../core/contract/new-contribution.ts')
  const { addAreaGeoreferences, addGeoreferences } =
    await import('../../../../core/writes/georeferences/add-georeferences.ts')
  const { findAreaProblem } = await import('../../../../core/database/area-problem.ts')
  const { formatProblem } = await import('../../../../core/base/problems/problem.ts')
  const { findGeoreferencedImages } =
    await import('../../../../core/queries/places/contribution-references.ts')
  const { requireGeoreferenceable } = await import('../../../../core/model/accepts-georeference.ts')
  return {
    unit: 'georeferences',
    columns: COLUMNS,
    allowsGeoJson: true,
    parse: (values) =>
      'polygon' in values
        ? parseRow(newAreaGeoreference, values)
        : parseRow(newGeoreference, values),
    async check(reads, items) {
      const images = await findGeoreferencedImages(
        reads,
        items.map(({ image }) => image),
      )
      const problems: (RowProblem | undefined)[] = []
      for (const item of items) {
        const table = 'polygon' in item ? 'from_above_georeference' : 'georeference'
        const refusal = toRefusal('image', () =>
          requireGeoreferenceable(images.get(item.image), { id: item.image, table }),
        )
        const invalid =
          refusal || !('polygon' in item) ? undefined : await findAreaProblem(reads, item.polygon)
        problems.push(
          refusal ?? (invalid && { column: 'polygon', message: formatProblem(invalid) }),
        )
      }
      return problems
    },
    async add(tx, items, context) {
      const results = new Map<Item & Made, boolean>()
      const points = items.flatMap((item) => ('polygon' in item ? [] : [item]))
      const areas = items.flatMap((item) => ('polygon' in item ? [item] : []))
      const added = [
        ...(await addGeoreferences(tx, points, context)),
        ...(await addAreaGeoreferences(tx, areas, context)),
      ]
      for (const [index, item] of [...points, ...areas].entries()) {
        results.set(item, added[index]?.isNew ?? false)
      }
      return items.map((item) => (results.get(item) ? 'added' : 'present'))
    },
  }
}

async function runImport(cli: Cli, path: string, options: ImportOptions): Promise<void> {
  await importContributions(cli, { path, kind: await loadKind() }, options)
}

export const importGeoreferencesCommand: CommandFactory = (cli) =>
  createImportCommand(
    'Import georeferences of users from a file',
    'GeoJSON with points and polygons, or CSV with points',
  ).action((path, options) => runImport(cli, path, options))
