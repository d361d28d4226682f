import { PROBLEMS, type ProblemSentences } from '../../../core/base/problems/problem.ts'
import { history } from './changes.ts'
import type { ErrorKind } from '../../../core/base/errors.ts'

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

export const errors = {
  titles: {
    400: 'Invalid request',
    401: 'Sign in to continue',
    403: 'Access denied',
    404: 'Page not found',
    405: 'This page can’t be opened',
    410: 'Deleted',
    413: 'Request too large',
    415: 'Unsupported format',
    429: 'Too many requests',
    503: 'Temporarily unavailable',
  } as Readonly<Record<number, string>>,
  otherTitle: 'Something went wrong',
  /** Of a form about something that was deleted. */
  goneTitle: 'Not found',
  gone: 'This does not exist any more, or you cannot see it.',
  notFound: 'We couldn’t find the page you were looking for.',
  formOnly: 'This page can’t be opened directly. It only accepts submitted forms.',
  unexpected: 'An unexpected error occurred on our side. Please try again later.',
  /** Of an error that only has an English message. */
  other: (_kind: ErrorKind, message: string) => message,
  /** Of a field whose error only has an English message. */
  otherValue: (message: string) => message,
  appAtFault: 'The app that sent you here made an invalid request. Please contact its developers.',
  retry: 'Try again',
  home: 'Go to the home page',
  requestId: 'Request id:',
  status: (status: number) => `Error ${status}`,
}
