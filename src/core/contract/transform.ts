/** How a picture may have to be turned to stand upright: mirrored first, then rotated clockwise. */
export const MIRRORS = ['none', 'h', 'v'] as const
export const ROTATIONS = [0, 90, 180, 270] as const
