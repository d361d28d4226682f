import { bombs } from './bombs.ts'
import { brokenPictures } from './broken.ts'
import { foreignFiles } from './foreign.ts'
import { oddPictures } from './odd.ts'
import { soundPictures } from './sound.ts'
import { numbersFrom } from '../seeded-numbers.ts'
import type { Specimen } from './specimen.ts'

/** Returns every file of the corpus. Some verdicts depend on the types that the server accepts. */
export function corpus(accepted: readonly string[]): Specimen[] {
  const all = [
    ...soundPictures(accepted),
    ...oddPictures(),
    ...foreignFiles(),
    ...brokenPictures(),
    ...bombs(),
  ]
  const names = new Set(all.map(({ name }) => name))
  if (names.size !== all.length) throw new Error('two files of the corpus have the same name')
  return all
}

/** Returns this many files of each part of the corpus, without expensive ones; the same for the same seed. */
export function sampleOf(specimens: readonly Specimen[], seed: number, count: number): Specimen[] {
  const below = numbersFrom(seed)
  const left = specimens.filter(({ isHeavy }) => !isHeavy)
  return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]!)
}
