import type { Coordinate } from '../geometry/geodesic.ts'

/** A place that an image may show, and why. */
export interface SuggestedPlace extends Coordinate {
  /** Distance to the farthest evidence, in meters. */
  radius: number
  /** From 0 to 1. */
  score: number
  reason: 'similar_title' | 'beside' | 'subject'
  /** Placed images that are the evidence, the best first. */
  images: { id: number; title: string }[]
  /** Null for other reasons. */
  subject: { id: number; title: string; slug: string } | null
}
