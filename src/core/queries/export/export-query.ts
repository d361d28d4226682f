import type { AreaFilter, PointFilter } from '../lists/georeferences.ts'
import type { ImageFilter } from '../lists/images.ts'
import type { SubjectFilter } from '../lists/subjects.ts'

/** All items of a list that match a filter, in ascending order of their ids. */
export type ExportQuery = PointExport | AreaExport | ImageExport | SubjectExport

export interface PointExport {
  list: 'points'
  filter: PointFilter
  /** Whether metadata of the image is added to each item. */
  withImage: boolean
}

export interface AreaExport {
  list: 'areas'
  filter: AreaFilter
  withImage: boolean
}

export interface ImageExport {
  list: 'images'
  filter: ImageFilter
  /** Whether details are added to each image. */
  withImage: boolean
}

export interface SubjectExport {
  list: 'subjects'
  filter: SubjectFilter
}
