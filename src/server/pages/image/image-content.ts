import type { Region } from '../../../core/iiif/region.ts'
import type { Comment } from '../../../core/contract/image.ts'
import type { Retagging } from '../../../core/queries/own/last-retagging.ts'
import type { PlacementKey } from '../../../core/queries/places/withdrawal.ts'
import type { Neighbors } from '../../../core/queries/images/neighbors.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import type { Refused } from '../contribute/section.ts'
import type { Picture } from '../parts/pictures.ts'
import type { ThenAndNow } from './then-and-now.ts'

/** Content of the page of an image. */
export interface ImageContent extends PresentedImagePage {
  basemap: Basemap
  neighbors: Neighbors
  thenAndNow: ThenAndNow | null
  /** Other images that were taken near this one, the nearest first, with the distance as a note. */
  nearby: readonly Picture[]
  /** Whether images are searched by what they show. */
  hasSimilar: boolean
  /** Whether the visitor may check the placements of others. */
  mayCheck: boolean
  /** The placement of the visitor that can be taken back, if any. */
  withdrawable: PlacementKey | undefined
  /** The visitor's change of the subjects that can be undone, if any. */
  retagging: Retagging | undefined
  /** Comments that only staff see, oldest first; none for others. */
  hiddenComments: readonly Comment[]
  /** Part of the picture that the visitor wants to see first; undefined for all of it. */
  part: Region | undefined
  /** Result of the visitor's last form, from the query string. */
  done: string | undefined
  /** The form that was refused, which the page shows again. */
  refused: Refused | undefined
}
