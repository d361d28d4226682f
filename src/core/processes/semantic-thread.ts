/** The thread of semantic searches. It holds codes of the embeddings in memory, and reads on its own connection. */

import { createSemanticServer } from '../search/semantic/semantic-server.ts'
import { runIndexServer } from './run-index-server.ts'

runIndexServer(createSemanticServer)
