import { html, type Html } from '../../../core/base/html.ts'
import {
  findVerdict,
  type PlacementVerdict,
  type ValidationCounts,
} from '../../../core/model/placement-verdict.ts'
import type { Messages } from '../../messages/messages.ts'
import type { ShownPlacement } from '../../presenters/history.ts'
import type { Visit } from '../visit.ts'

/** Classes of verdicts: those of the checks that they sum up. */
const CLASSES: Record<PlacementVerdict, string> = {
  unchecked: 'soft',
  confirmed: 'verdict correct',
  disputed: 'verdict uncertain',
  refuted: 'verdict incorrect',
}

/** Says what others found about a placement, with their number. */
export function renderVerdict(
  { messages }: Visit,
  { counts }: Pick<ShownPlacement, 'counts'>,
): Html {
  const verdict = findVerdict(counts)
  return html`<p class="${CLASSES[verdict]}">${describeVerdict(messages, verdict, counts)}</p>`
}

function describeVerdict(
  { image: { found }, images }: Messages,
  verdict: PlacementVerdict,
  { validation_count: count, correct_count: correct, incorrect_count: incorrect }: ValidationCounts,
): string {
  switch (verdict) {
    case 'confirmed':
      return found.confirmed(correct)
    case 'disputed':
      return found.disputed(correct, incorrect)
    case 'refuted':
      return found.refuted(incorrect)
    default:
      return count > 0 ? found.undecided : images.verdicts.unchecked
  }
}
