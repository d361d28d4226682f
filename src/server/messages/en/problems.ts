import { PROBLEMS, type ProblemSentences } from '../../../core/base/problems/problem.ts'
import { history } from './history.ts'

/** Why the catalog refuses something: the sentences of the API, except for those that are written for developers. */
export const problems: ProblemSentences = {
  ...PROBLEMS,
  too_many_requests: (_perMinute, seconds) =>
    `You have sent too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  in_progress: 'This form is still being processed. Try again in a moment.',
  key_reused: 'This form was sent before with other content. Reload the page.',
  not_one_of: () => 'Choose one of the options.',
  will_not_georef: (id) => `Staff decided that image ${id} cannot be placed.`,
  changed_meanwhile: () =>
    'Another person changed the same values while you were editing. Your changes are shown below with the stored values. Save again to overwrite the stored values.',
  source_slug_taken: 'Another source has this slug already.',
  subject_slug_taken: 'Another subject has this slug already.',
  not_revertible: (obstacle) => history.obstacles[obstacle],
}
