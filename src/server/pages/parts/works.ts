import { html, type Html } from '../../../core/base/html.ts'
import { formatDay } from '../day.ts'
import type { Visit } from '../visit.ts'
import { renderCursorSteps, type Steps } from './cursor-steps.ts'
import { renderImageLink } from './image-link.ts'
import { listUrl } from './list-url.ts'
import { renderTabs } from './tabs.ts'

export const WORK_KINDS = ['points', 'areas', 'validations', 'comments', 'hidden', 'tags'] as const

export type WorkKind = (typeof WORK_KINDS)[number]

type Verdict = 'correct' | 'uncertain' | 'incorrect'

/** A contribution of the user to an image. */
export interface Work {
  id: number
  /** ISO 8601. */
  at: string
  /** Without a title if the image is not public. */
  image: { id: number; title: string | null; thumbnail: string | null }
  /** Of a placement. */
  confidence?: 'low' | 'medium' | 'high'
  /** Number of verdicts of others on a placement, by verdict. */
  judgements?: Record<Verdict, number>
  /** Of a validation. */
  verdict?: Verdict
  /** The text of a comment, or notes. */
  text?: string | null
  tag?: {
    action: 'added' | 'removed' | 'reordered'
    /** Null if the subject was deleted. */
    subject: string | null
    url: string | null
  }
}

export interface WorksContent extends Steps {
  kind: WorkKind
  /** The kinds that the page links to. */
  kinds: readonly WorkKind[]
  /** Newest first. */
  works: readonly Work[]
  /** Renders what can be done about a contribution. */
  renderActions?: (work: Work) => Html
}

/** Lists the contributions of a user, one kind at a time. */
export function renderWorks(visit: Visit, content: WorksContent): Html {
  const { work } = visit.messages
  const { works, isFirst, renderActions } = content
  const links = {
    first: work.newest,
    next: work.older,
    urlFrom: (before: string | null) => listUrl(visit, { before }),
  }
  return html`${renderKinds(visit, content)}
    ${works.length === 0 && html`<p class="note">${isFirst ? work.nothing : work.nothingBefore}</p>`}
    <ul class="works">
      ${works.map((one) => renderWork(visit, one, renderActions?.(one)))}
    </ul>
    ${renderCursorSteps(visit, content, links)}`
}

function renderKinds(visit: Visit, { kind, kinds }: WorksContent): Html {
  const { account, people, work } = visit.messages
  const texts = { ...account, tags: work.tags, hidden: people.hiddenComments }
  return renderTabs(
    work.kinds,
    kinds.map((name) => ({
      text: texts[name],
      url: listUrl(visit, { kind: name === 'points' ? null : name, before: null }),
      isCurrent: name === kind,
    })),
  )
}

function renderWork(visit: Visit, one: Work, actions: Html | undefined): Html {
  const { language } = visit
  const { at } = one
  return html`<li>
    ${renderImage(visit, one)}
    <div>
      <p>${renderDescription(visit, one)}</p>
      ${one.text && html`<blockquote dir="auto">${one.text}</blockquote>`}
      <p class="soft"><time datetime="${at}">${formatDay(language, at, 'medium')}</time></p>
      ${actions}
    </div>
  </li>`
}

function renderImage({ links, messages }: Visit, { image }: Work): Html {
  const { id, title, thumbnail } = image
  if (title === null) return html`<p class="soft">${messages.work.hiddenImage(id)}</p>`
  return renderImageLink(links.image(id), { title, thumbnail })
}

function renderDescription({ language, messages: { work } }: Visit, one: Work): Html {
  const { confidence, judgements, verdict, tag } = one
  if (tag) return renderTag(work, tag)
  const parts = [
    confidence && work.confidences[confidence],
    verdict && work.verdicts[verdict],
    judgements && describeJudgements(work, language, judgements),
  ]
  return html`${parts.filter(Boolean).join('. ')}`
}

function describeJudgements(
  work: Visit['messages']['work'],
  language: Visit['language'],
  { correct, uncertain, incorrect }: Record<Verdict, number>,
): string {
  if (correct + uncertain + incorrect === 0) return work.unjudged
  const format = (count: number) => count.toLocaleString(language)
  return work.judged(format(correct), format(uncertain), format(incorrect))
}

function renderTag(
  work: Visit['messages']['work'],
  { action, subject, url }: NonNullable<Work['tag']>,
): Html {
  if (action === 'reordered') return html`${work.reordered}`
  const name = subject === null ? html`${work.deletedSubject}` : html`<bdi>${subject}</bdi>`
  return work[action](url === null ? name : html`<a href="${url}">${name}</a>`)
}
