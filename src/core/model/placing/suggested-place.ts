import type { Coordinate } from '../geometry/geodesic.ts'

/** Suggested places within this distance are one, in meters. */
export const SAME_PLACE = 150

/** Why a place is suggested. */
export const SUGGESTION_REASONS = [
  'similar_title',
  'beside',
  'subject',
  'gazetteer',
  'looks_like',
  'archive_position',
  'gps_position',
] as const

/** A place that an image may show, and why. */
export interface SuggestedPlace extends Coordinate {
  /** Distance to the farthest evidence, in meters. */
  radius: number
  /** From 0 to 1. */
  score: number
  /** Direction of view in degrees clockwise from north; null if unknown. */
  direction: number | null
  reason: (typeof SUGGESTION_REASONS)[number]
  /** Placed images that are the evidence, the best first. */
  images: { id: number; title: string }[]
  /** Null for other reasons. */
  subject: { id: number; title: string; slug: string } | null
  /** Of a gazetteer; null for other reasons. */
  entry: { name: string; credit: string } | null
}
