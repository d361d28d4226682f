import { findAreaProblem } from '../../database/area-problem.ts'
import type { Reads } from '../../database/store.ts'
import { serializeGeometry, type Shape } from '../../model/geometry/geometry.ts'
import { formatProblem } from '../../base/problems/problem.ts'

/** Lists the geometries of a subject, whether or not an image shows it. */
export function listSubjectGeometries(
  reads: Reads,
  subjectId: number,
): Promise<{ map_id: string; geometry: string }[]> {
  return reads
    .selectFrom('subject_geometry')
    .select(['map_id', 'geometry'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
}

/** Explains in English why a shape is invalid according to OGC Simple Features; undefined if it is valid. */
export async function findShapeProblem(reads: Reads, shape: Shape): Promise<string | undefined> {
  const problem = await findAreaProblem(reads, serializeGeometry(shape))
  return problem && formatProblem(problem)
}
