import type { CommandFactory } from '../../command.ts'

/** The nouns below `catalog admin`; each opens the data directory itself, by dynamic import. */
export const adminCommands: readonly CommandFactory[] = []
