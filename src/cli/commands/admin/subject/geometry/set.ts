import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { CatalogError, invalid } from '../../../../../core/base/errors.ts'
import type { Reads } from '../../../../../core/database/store.ts'
import { GeometryError } from '../../../../../core/model/geometry/geometry.ts'
import {
  parseFeatures,
  type ShapeFeature,
} from '../../../../../core/model/geometry/parse-features.ts'
import { isMapId, toOwnMapId } from '../../../../../core/model/map-id.ts'
import type { SubjectShape } from '../../../../../core/writes/subjects/set-subject-geometries.ts'
import type { Cli } from '../../../../cli.ts'
import type { CommandFactory } from '../../../../command.ts'
import { printRecord } from '../../../../terminal/output.ts'
import { readLimitedFile } from '../../read-limited-file.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../../host/with-catalog.ts'

const MAX_FILE_BYTES = 32 * 1024 ** 2

interface Options extends DataOption {
  mapId?: string
  add?: true
}

async function runSetGeometry(
  cli: Cli,
  { subject, file }: { subject: string; file: string },
  options: Options,
): Promise<void> {
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
}

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
    .addOption(
      new Option(
        '--map-id <element>',
        'Element of OpenStreetMap that the geometry shows',
      ).argParser(parseMapId),
    )
    .option('--add', 'Keep the other geometries of the subject')
    .addOption(createDataOption())
    .action((subject, file, options) => runSetGeometry(cli, { subject, file }, options))
