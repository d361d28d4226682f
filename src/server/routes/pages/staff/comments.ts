import { z } from 'zod'
import { hideComment, unhideComment } from '../../../../core/writes/comments/hide-comment.ts'
import { optionalId, requiredId } from '../../../../core/contract/fields.ts'
import { donePath } from '../../../pages/contribute/section.ts'
import { personPath } from '../../../pages/staff/person.ts'
import type { Route } from '../../../http/route.ts'
import { FLAGS_PATH } from '../../../pages/staff/flags.ts'
import { useCaseForm } from '../use-case-form.ts'

interface CommentForm {
  name: 'hide' | 'unhide'
  summary: string
  change: typeof hideComment
  /** Result that the page of the user shows afterwards. */
  done: 'hidden' | 'shown'
}

/** Forms that hide a comment or show it again, on the pages of images and of users. */
export const commentFormRoutes: readonly Route[] = [
  commentForm({ name: 'hide', summary: 'Hide a comment', change: hideComment, done: 'hidden' }),
  commentForm({
    name: 'unhide',
    summary: 'Show a hidden comment again',
    change: unhideComment,
    done: 'shown',
  }),
]

function commentForm({ name, summary, change, done }: CommentForm): Route {
  return useCaseForm(change, {
    path: `/staff/comments/${name}/`,
    summary,
    pagePath: () => '/staff/people/',
    fields: z.object({
      comment: requiredId(),
      image: optionalId().describe('The image to whose page the form leads back.'),
      person: optionalId().describe('The user to whose page the form leads back.'),
      flags: z.literal('true').optional().describe('Whether it leads back to the reports.'),
    }),
    target: (_request, { comment: id }) => ({ id }),
    next(_request, _result, { image, person, flags }) {
      if (image !== null) return donePath(image, 'comments', done)
      if (flags) return `${FLAGS_PATH}?done=${done}`
      if (person === null) return '/staff/people/'
      const kind = done === 'hidden' ? 'comments' : 'hidden'
      return `${personPath(person)}?kind=${kind}&done=${done}`
    },
  })
}
