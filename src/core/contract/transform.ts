/** Transformations that show an image upright: mirrored first, then rotated clockwise by degrees. */
export const MIRRORS = ['none', 'h', 'v'] as const
export const ROTATIONS = [0, 90, 180, 270] as const
