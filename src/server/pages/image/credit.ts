import type { PresentedImagePage } from '../../presenters/image-page.ts'

type Credited = Pick<PresentedImagePage, 'image' | 'date'>

/** Names the work: `A. Painter: Market square, c. 1905`. A period follows, so a title loses the one at its end. */
export function formatWork({ image: { creator, title }, date }: Credited): string {
  const work = `${creator === '' ? '' : `${creator}: `}${title}${date === null ? '' : `, ${date}`}`
  return work.replace(/\.$/v, '')
}

/** Names who must be credited: `A. Painter: Market square, c. 1905. Town archive, Album 3. CC BY 4.0`. */
export function formatCredit(credited: Credited): string {
  const { collection, license } = credited.image
  const origin = `${collection.source_name}, ${collection.name}`
  return [formatWork(credited), origin, ...(license ? [license.display_name] : [])].join('. ')
}

/** An entry of a bibliography in the format of BibTeX. */
export function formatBibtex({ image }: Credited, url: string): string {
  const { id, creator, title, edtf_date, collection } = image
  const [year] = /^\d{4}/v.exec(edtf_date) ?? []
  const fields = [
    ['author', creator === '' ? '' : `{${escapeBibtex(creator)}}`],
    ['title', `{${escapeBibtex(title)}}`],
    ['year', year ?? ''],
    ['howpublished', escapeBibtex(`${collection.source_name}, ${collection.name}`)],
    ['url', url],
  ].filter(([, value]) => value !== '')
  return `@misc{image${id},\n${fields.map(([name, value]) => `  ${name} = {${value}}`).join(',\n')}\n}`
}

/** Special characters of LaTeX; braces would end the value. */
function escapeBibtex(text: string): string {
  return text
    .replaceAll(/\s+/gv, ' ')
    .replaceAll(/[\\\{\}]/gv, '')
    .replaceAll(/[&%$#_]/gv, String.raw`\$&`)
    .replaceAll('~', String.raw`\textasciitilde{}`)
    .replaceAll('^', String.raw`\textasciicircum{}`)
}
