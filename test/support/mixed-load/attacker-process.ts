/** Attacks a server as its parent asks in the first message, and sends back the result. */

import { once } from 'node:events'
import { endWithParent } from '../../../src/core/processes/end-with-parent.ts'
import { fetchFrom } from '../fetch-from.ts'
import type { AttackOptions } from './attack.ts'
import { attacksFrom } from './attackers.ts'
import { mixedLoad } from './campaign.ts'

endWithParent()
const [{ target, seed, seconds }] = (await once(process, 'message')) as [AttackOptions]
const own = { ...target, images: [], fetch: fetchFrom(target.address) }
process.send!(await mixedLoad(own, { seed, seconds, actors: attacksFrom(own) }))
process.disconnect()
