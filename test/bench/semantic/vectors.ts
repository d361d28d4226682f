import { createChance, type Chance } from '../../support/generated-catalog/random.ts'

const CENTERS = 3000
const DIRECTIONS = 2048
/** Dimensions in which images differ much. */
const LATENT = 96
/** Dimensions that are large in every embedding, as models have them. */
const LARGE_DIMENSIONS = 4
const LARGE = 6
const NOISE = 1 << 20

/** How much of each part is in an embedding. */
const IMAGE = { mean: 0.65, center: 0.45, directions: 0.35, noise: 0.45 }
const TEXT = { mean: 0.8, center: 0.35, directions: 0.2, noise: 0.4 }

type Shares = typeof IMAGE

export interface Vectors {
  /** Returns the embedding of the next image. */
  nextImage(): Float32Array
  /** Returns the embedding of the next text. */
  nextText(): Float32Array
}

/** Generates embeddings, the same ones for the same seed; see README.md. */
export function createVectors(dimension: number, seed: number): Vectors {
  // The same for all seeds, as those of one model.
  const model = createChance(dimension)
  const basis = Array.from({ length: LATENT }, () => unit(normals(model, dimension)))
  const centers = Array.from({ length: CENTERS }, () => latent(model, basis, 0.5))
  const directions = Array.from({ length: DIRECTIONS }, () => latent(model, basis, 0.25))
  const [imageMean, textMean] = [meanOf(model, dimension), meanOf(model, dimension)]
  const noise = normals(model, NOISE + dimension)
  const chance = createChance(seed)
  const next = (mean: Float32Array, shares: Shares): Float32Array => {
    const vector = mean.map((value) => value * shares.mean)
    add(vector, centers[chance.zipf(CENTERS)]!, shares.center)
    for (let n = 0; n < 3; n += 1) {
      const share = shares.directions * chance.normal() * Math.sqrt(1 / 3)
      add(vector, directions[chance.below(DIRECTIONS)]!, share)
    }
    const start = chance.below(NOISE)
    const share = shares.noise / Math.sqrt(dimension)
    add(vector, noise.subarray(start, start + dimension), share)
    return unit(vector)
  }
  return {
    nextImage: () => next(imageMean, IMAGE),
    nextText: () => next(textMean, TEXT),
  }
}

/** Returns a combination of the basis, of which later vectors have smaller shares. */
function latent(chance: Chance, basis: readonly Float32Array[], decay: number): Float32Array {
  const vector = new Float32Array(basis[0]!.length)
  for (const [n, each] of basis.entries()) add(vector, each, chance.normal() * (n + 1) ** -decay)
  return unit(vector)
}

function meanOf(chance: Chance, dimension: number): Float32Array {
  const mean = normals(chance, dimension)
  for (let n = 0; n < LARGE_DIMENSIONS; n += 1) mean[chance.below(dimension)]! *= LARGE
  return unit(mean)
}

function normals(chance: Chance, length: number): Float32Array {
  return Float32Array.from({ length }, () => chance.normal())
}

function add(vector: Float32Array, other: Float32Array, share: number): void {
  for (let at = 0; at < vector.length; at += 1) vector[at]! += share * other[at]!
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (let at = 0; at < vector.length; at += 1) squares += vector[at]! ** 2
  const length = Math.sqrt(squares)
  for (let at = 0; at < vector.length; at += 1) vector[at]! /= length
  return vector
}
