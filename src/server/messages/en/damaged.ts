import { html, type Html } from '../../../core/base/html.ts'

/** The page of damaged pictures for staff. */
export const damaged = {
  introduction:
    'The files of these images cannot be decoded, or only in part. Ask the source for intact copies.',
  none: 'No picture is damaged.',
  noMore: 'There are no more damaged pictures.',
  replace: (command: Html) => html`To replace the file: ${command}`,
  retry: 'Process again',
  queued: 'The picture will be processed again.',
}
