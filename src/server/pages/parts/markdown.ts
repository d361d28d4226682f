import MarkdownIt from 'markdown-it'
import { trusted, type Html } from '../../../core/base/html.ts'
import { isSiteLink } from '../../../core/config/site-settings.ts'

/** Escapes HTML. Pictures would load from other sites, which pages never do. */
const markdown = new MarkdownIt({ html: false }).disable('image')
markdown.validateLink = isSiteLink
// The page has a heading already, so that the highest ones of the text are the second level.
markdown.core.ruler.push('headings', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type.startsWith('heading_'))
  const levelOf = (tag: string) => Number(tag.slice(1))
  const highest = Math.min(...headings.map(({ tag }) => levelOf(tag)))
  for (const token of headings) token.tag = `h${Math.min(levelOf(token.tag) - highest + 2, 6)}`
})

/** Renders Markdown (CommonMark, and tables) without HTML and pictures, and with links to other sites only. */
export function renderMarkdown(text: string): Html {
  return trusted(markdown.render(text))
}
