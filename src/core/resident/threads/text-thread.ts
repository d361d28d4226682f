/** The thread that searches texts. It holds the index of the texts in memory, and reads on its own connection. */

import { createSearchServer } from '../text/text-server.ts'
import { runIndexServer } from '../index/index-server.ts'

/** It reads all rows once, and then only what changes. */
const CACHE_KIB = 2 * 1024

runIndexServer(createSearchServer, { cacheKib: CACHE_KIB })
