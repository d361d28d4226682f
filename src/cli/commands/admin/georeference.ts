import { formatTimestamp } from '../../../core/base/clock.ts'
import type {
  NewAreaGeoreference,
  NewGeoreference,
} from '../../../core/contract/new-contribution.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { withCatalog } from '../../host/with-catalog.ts'
import { print } from '../../terminal/output.ts'
import { deleteGeoreferencesCommand } from '../georeference.ts'
import { importContributions } from './contributions/import-contributions.ts'
import {
  parseRow,
  toRefusal,
  type ImportKind,
  type Made,
  type RowProblem,
} from './contributions/import-kind.ts'
import {
  createListCommand,
  takePage,
  toFilter,
  createImportCommand,
} from './contributions/options.ts'

const POINT_COLUMNS = ['id', 'image', 'latitude', 'longitude', 'direction']

const COMMON_COLUMNS = ['confidence', 'user', 'georeferenced_at', 'validations']

const listGeoreferencesCommand: CommandFactory = (cli) =>
  createListCommand('List all georeferences of images, not only the newest ones')
    .option('--from-above', 'List polygons instead of points')
    .action(async (options) => {
      const { listEveryGeoreference } =
        await import('../../../core/queries/people/contribution-lists.ts')
      const kind = options.fromAbove ? 'from_above_georeference' : 'georeference'
      const rows = await withCatalog(cli, options, async (catalog) =>
        listEveryGeoreference(catalog.reads, kind, await toFilter(catalog, options)),
      )
      const shown = takePage(cli, rows, options).map(({ created_at, polygon, ...row }) => ({
        ...row,
        ...(polygon !== undefined && { polygon: JSON.parse(polygon) as object }),
        georeferenced_at: formatTimestamp(created_at),
      }))
      const columns = options.fromAbove ? ['id', 'image'] : POINT_COLUMNS
      print(cli, shown, [...columns, ...COMMON_COLUMNS], ['confidence_notes'])
    })

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
    await import('../../../core/contract/new-contribution.ts')
  const { addAreaGeoreferences, addGeoreferences } =
    await import('../../../core/writes/georeferences/add-georeferences.ts')
  const { findAreaProblem } = await import('../../../core/database/area-problem.ts')
  const { formatProblem } = await import('../../../core/base/problems/problem.ts')
  const { findGeoreferencedImages } =
    await import('../../../core/queries/places/contribution-references.ts')
  const { requireGeoreferenceable } = await import('../../../core/model/accepts-georeference.ts')
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

const importGeoreferencesCommand: CommandFactory = (cli) =>
  createImportCommand(
    'Import georeferences of users from a file',
    'GeoJSON with points and polygons, or CSV with points',
  ).action(async (path, options) => {
    await importContributions(cli, { path, kind: await loadKind() }, options)
  })

/** `delete` is the former name of a command that now works at an instance, too. */
export const georeferenceCommands = createCommandGroup(
  'georeference',
  'List and import georeferences',
  [listGeoreferencesCommand, importGeoreferencesCommand, deleteGeoreferencesCommand],
  ['delete'],
)
