import type {
  ChangedGeometries,
  SubjectShape,
} from '../../../../../core/writes/subjects/set-subject-geometries.ts'
import type { Actor } from '../../../../../core/audit/actor.ts'
import type { Catalog } from '../../../../../core/catalog/catalog.ts'
import type { FetchedElement } from '../../../../../core/integrations/overpass.ts'
import { isElementId } from '../../../../../core/model/map-id.ts'

export interface FetchTarget {
  id: number
  item: string
  slug: string
}

export interface StoredElements extends FetchTarget, ChangedGeometries {
  /** `none` if no element has a usable shape; then the geometries of the subject stay. */
  state: 'fetched' | 'would_fetch' | 'unchanged' | 'none'
  /** `relation/5: Its outline is not closed.` */
  problems: string[]
}

interface Elements {
  target: FetchTarget
  elements: readonly FetchedElement[]
  isDry: boolean
  /** Whether geometries of other elements stay. Geometries that are not in OpenStreetMap always stay. */
  keepsOthers: boolean
}

/** Stores the valid shapes of elements as the geometries of a subject. */
export async function storeElements(
  { reads, write, clock }: Catalog,
  actor: Actor,
  { target, elements, isDry, keepsOthers }: Elements,
): Promise<StoredElements> {
  const { setSubjectGeometries } =
    await import('../../../../../core/writes/subjects/set-subject-geometries.ts')
  const { runDry } = await import('../../../../../core/database/run-dry.ts')
  const { findShapeProblem } =
    await import('../../../../../core/queries/subjects/all-subject-geometries.ts')
  const shapes: SubjectShape[] = []
  const problems: string[] = []
  for (const element of elements) {
    const problem =
      'problem' in element ? element.problem : await findShapeProblem(reads, element.shape)
    if (problem !== undefined) problems.push(`${element.map_id}: ${problem}`)
    else if ('shape' in element) shapes.push(element)
  }
  const none = { added: 0, changed: 0, removed: 0, unchanged: 0 }
  if (shapes.length === 0) return { ...target, state: 'none', ...none, problems }
  // An element that cannot be used now keeps the geometry that it had.
  const failed = new Set(elements.map(({ map_id }) => map_id))
  const isReplaced = (id: string): boolean => !keepsOthers && isElementId(id) && !failed.has(id)
  const change = { subjectId: target.id, shapes, isReplaced }
  const work = isDry ? runDry(write) : write
  const context = { actor, now: clock.now() }
  const changed = await work((tx) => setSubjectGeometries(tx, change, context))
  const isSame = changed.added + changed.changed + changed.removed === 0
  const state = isSame ? 'unchanged' : isDry ? 'would_fetch' : 'fetched'
  return { ...target, state, ...changed, problems }
}
