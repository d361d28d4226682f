/** Quotes a word for a POSIX shell if necessary. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
