import MarkdownIt from 'markdown-it'
import { trusted, type Html } from '../../../core/base/html.ts'
import { isSiteLink } from '../../../core/config/site-settings.ts'

/** Escapes HTML. Pictures would load from other sites, which pages never do. */
const markdown = new MarkdownIt({ html: false }).disable('image')
markdown.validateLink = isSiteLink
// The heading of the page is the first one.
markdown.core.ruler.push('headings', ({ tokens }) => {
  for (const token of tokens.filter(({ type }) => type.startsWith('heading_')))
    token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`
})

/** Renders Markdown (CommonMark, and tables) without HTML and pictures, and with links to other sites only. */
export function renderMarkdown(text: string): Html {
  return trusted(markdown.render(text))
}
