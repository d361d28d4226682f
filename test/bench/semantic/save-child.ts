/** Saves the codes of the vectors of a catalog, unless they are saved. Its memory says nothing about that of a later start. */

import { argv, exit } from 'node:process'
import { openDirectSearch } from './direct-search.ts'

await (await openDirectSearch(argv[2]!)).close()
exit()
