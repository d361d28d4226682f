/** The options of a new source, besides its name. */
export const SOURCE_TEXTS = [
  '--site-url',
  'https://archive.example/',
  '--description',
  'Papers and pictures.',
]
