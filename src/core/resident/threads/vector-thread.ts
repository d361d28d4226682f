/** The thread of semantic searches. It holds codes of the embeddings in memory, and reads on its own connection. */

import { createSemanticServer } from '../vectors/vector-server.ts'
import { runIndexServer } from '../index/index-server.ts'

runIndexServer(createSemanticServer)
