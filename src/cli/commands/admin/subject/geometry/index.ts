import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { CatalogError, invalid } from '../../../../../core/base/errors.ts'
import { formatCount } from '../../../../../core/base/format-count.ts'
import type { SubjectRecord } from '../../../../../core/contract/subject-record.ts'
import type { Reads } from '../../../../../core/database/store.ts'
import { GeometryError, type Shape } from '../../../../../core/model/geometry/geometry.ts'
import {
  parseFeatures,
  type ShapeFeature,
} from '../../../../../core/model/geometry/parse-features.ts'
import { isMapId, toOwnMapId } from '../../../../../core/model/map-id.ts'
import type { SubjectShape } from '../../../../../core/writes/subjects/set-subject-geometries.ts'
import type { Cli } from '../../../../cli.ts'
import type { CommandFactory } from '../../../../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../../host/with-catalog.ts'
import { readArguments } from '../../../../options/read-arguments.ts'
import { confirmDeletion, createDryRunOption, requireYes } from '../../../../terminal/confirm.ts'
import { printRecord, print, printText } from '../../../../terminal/output.ts'
import { readLimitedFile } from '../../read-limited-file.ts'

const MAX_FILE_BYTES = 32 * 1024 ** 2

function parseFile(text: string, file: string): ShapeFeature[] {
  try {
    return parseFeatures(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(file, `It is not JSON: ${error.message}.`)
    if (error instanceof GeometryError) throw refuse(file, error.message)
    throw error
  }
}

async function requireValid(
  reads: Reads,
  features: readonly ShapeFeature[],
  file: string,
): Promise<void> {
  const { findShapeProblem } =
    await import('../../../../../core/queries/subjects/all-subject-geometries.ts')
  for (const [index, { shape }] of features.entries()) {
    const problem = await findShapeProblem(reads, shape)
    if (problem !== undefined) throw refuse(file, `Feature ${index + 1}: ${problem}`)
  }
}

function refuse(file: string, problem: string): CatalogError {
  return new CatalogError('unsupported', `${file}: ${problem}`)
}

/** Names each shape by the element that the file says it comes from, or by a number of its own. */
function nameShapes(
  features: readonly ShapeFeature[],
  mapId: string | undefined,
  taken: readonly string[],
): SubjectShape[] {
  if (mapId !== undefined && features.length > 1) {
    throw invalid('--map-id', `names one geometry, but the file has ${features.length}`)
  }
  const shapes: SubjectShape[] = []
  const given = new Set(features.map(({ map_id }) => mapId ?? map_id).filter((id) => id !== null))
  for (const { map_id, shape } of features) {
    const named = mapId ?? map_id
    if (named !== null && shapes.some((other) => other.map_id === named)) {
      throw invalid('file', `names ${named} twice; each element has one geometry`)
    }
    const used = [...taken, ...given, ...shapes.map((other) => other.map_id)]
    shapes.push({ map_id: named ?? toOwnMapId(shape.type, used), shape })
  }
  return shapes
}

function parseMapId(text: string): string {
  if (isMapId(text)) return text
  throw new InvalidArgumentError('Must be an element of OpenStreetMap, such as way/123.')
}

export const setGeometryCommand: CommandFactory = (cli) =>
  new Command('set')
    .description('Replace the geometries of a subject with those of a GeoJSON file')
    .argument('<subject>', 'Id, slug or Wikidata item')
    .argument('<file>', 'FeatureCollection, Feature or geometry; - reads stdin')
    .option('--map-id <element>', 'Element of OpenStreetMap that the geometry shows', parseMapId)
    .option('--add', 'Keep the other geometries of the subject')
    .addOption(createDataOption())
    .action(async (subject, file, options) => {
      const features = parseFile(await readLimitedFile(cli, file, MAX_FILE_BYTES), file)
      const { setSubjectGeometries } =
        await import('../../../../../core/writes/subjects/set-subject-geometries.ts')
      const { getSubjectId } = await import('../../../../../core/queries/subjects/subject-id.ts')
      const { listSubjectGeometries } =
        await import('../../../../../core/queries/subjects/all-subject-geometries.ts')
      await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
        const id = await getSubjectId(reads, subject)
        await requireValid(reads, features, file)
        const known = await listSubjectGeometries(reads, id)
        const taken = options.add ? known.map(({ map_id }) => map_id) : []
        const shapes = nameShapes(features, options.mapId, taken)
        const change = { subjectId: id, shapes, isReplaced: () => options.add !== true }
        const changed = await write((tx) =>
          setSubjectGeometries(tx, change, { actor, now: clock.now() }),
        )
        const map_ids = shapes.map(({ map_id }) => map_id)
        printRecord(cli, { subject, ...changed, map_ids })
      })
    })

interface ClearOptions extends DataOption {
  dryRun?: true
}

async function runClearGeometries(
  cli: Cli,
  given: readonly string[],
  options: ClearOptions,
): Promise<void> {
  const isDry = options.dryRun === true
  if (!isDry) requireYes(cli, 'Deleting geometries')
  const names = await readArguments(cli, given)
  const { setSubjectGeometries } =
    await import('../../../../../core/writes/subjects/set-subject-geometries.ts')
  const { getSubjectId } = await import('../../../../../core/queries/subjects/subject-id.ts')
  const { getSubjectRecord } =
    await import('../../../../../core/queries/subjects/subject-records.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const subjects: SubjectRecord[] = []
    for (const name of names) {
      subjects.push(await getSubjectRecord(reads, await getSubjectId(reads, name)))
    }
    const count = subjects.reduce((sum, { geometries }) => sum + geometries, 0)
    const what = `${count === 1 ? '1 geometry' : `${count} geometries`} of ${formatCount(subjects.length, 'subject')}`
    if (!isDry && !(await confirmDeletion(cli, what))) return
    if (!isDry) {
      await write(async (tx) => {
        for (const { id } of subjects) {
          const cleared = { subjectId: id, shapes: [], isReplaced: () => true }
          await setSubjectGeometries(tx, cleared, { actor, now: clock.now() })
        }
      })
    }
    const state = isDry ? 'would_delete' : 'deleted'
    const rows = subjects.map(({ id, slug, geometries }) => ({ id, slug, geometries, state }))
    print(cli, rows, ['id', 'slug', 'geometries', 'state'])
  })
}

export const clearGeometriesCommand: CommandFactory = (cli) =>
  new Command('clear')
    .description('Delete the geometries of subjects')
    .argument('<subject...>', 'Ids, slugs or Wikidata items; - reads them from stdin')
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((subjects, options) => runClearGeometries(cli, subjects, options))

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
    .action(async (subject, options) => {
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
    })
