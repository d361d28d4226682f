import type {
  FromAboveGeoreference,
  PointGeoreference,
  Validation,
} from '../../core/contract/georeference.ts'
import type { Comment, Image } from '../../core/contract/image.ts'
import type { GeoreferenceKind } from '../../core/model/georeference-kind.ts'
import type { ValidationCounts } from '../../core/model/placement-verdict.ts'
import type { ValidationRow } from '../../core/queries/images/detail-lists.ts'
import type { ImageDetailRow } from '../../core/queries/images/images.ts'
import type { Links } from '../http/links.ts'
import { presentFromAbove, presentPoint, presentValidation } from './georeference.ts'
import { presentComment } from './image-detail.ts'

/** Contributions to an image, with links to their authors' pages. */
export interface History {
  /** Of both kinds, newest first. */
  placements: readonly ShownPlacement[]
  /** Oldest first. */
  comments: readonly ShownComment[]
}

export interface Author {
  id: number
  name: string
  /** URL of their page; null if they have none. */
  url: string | null
}

export interface ShownPlacement {
  kind: GeoreferenceKind
  georeference: PointGeoreference | FromAboveGeoreference
  author: Author
  /** The numbers of all its checks. */
  counts: ValidationCounts
  /** The newest ones, oldest first. */
  checks: readonly ShownCheck[]
}

export interface ShownCheck {
  validation: Validation
  author: Author
}

export interface ShownComment {
  comment: Comment
  author: Author
}

export type Contributions = Pick<ImageDetailRow, 'points' | 'areas' | 'comments'>

/** Returns the ids of all who contributed to an image. */
export function listAuthorIds({ points, areas, comments }: Contributions): number[] {
  const placements = [...points, ...areas]
  const checks = placements.flatMap(({ validations }) => validations)
  return [...new Set([...placements, ...checks, ...comments].map(({ user_id }) => user_id))]
}

/** @param usersWithPage ids of the authors who have a page */
export function presentHistory(
  { points, areas, comments }: Contributions,
  { links, usersWithPage }: { links: Links; usersWithPage: ReadonlySet<number> },
): History {
  const presentAuthor = ({
    user_id: id,
    username: name,
  }: {
    user_id: number
    username: string
  }) => ({
    id,
    name,
    url: usersWithPage.has(id) ? links.base(`/contributors/${id}/`) : null,
  })
  const presentCheck = (row: ValidationRow) => ({
    validation: presentValidation(row),
    author: presentAuthor(row),
  })
  const presentShared = (row: Contributions['points' | 'areas'][number]) => ({
    at: row.created_at,
    author: presentAuthor(row),
    counts: row,
    checks: row.validations.map(presentCheck),
  })
  const placements = [
    ...points.map((row) => ({
      kind: 'georeference' as const,
      georeference: presentPoint(row, links),
      ...presentShared(row),
    })),
    ...areas.map((row) => ({
      kind: 'from_above_georeference' as const,
      georeference: presentFromAbove(row, links),
      ...presentShared(row),
    })),
  ]
  return {
    placements: placements.toReversed().toSorted((one, other) => other.at - one.at),
    comments: comments
      .toReversed()
      .map((row) => ({ comment: presentComment(row), author: presentAuthor(row) })),
  }
}

/** Finds the placement that counts for the image: its newest area if it is from above, or else its newest point. */
export function findCurrent(
  { from_above }: Pick<Image, 'from_above'>,
  { placements }: Pick<History, 'placements'>,
): ShownPlacement | undefined {
  const findNewest = (kind: GeoreferenceKind) =>
    placements.find((placement) => placement.kind === kind)
  return (
    (from_above ? findNewest('from_above_georeference') : undefined) ?? findNewest('georeference')
  )
}
