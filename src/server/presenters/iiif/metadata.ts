import {
  english,
  plainText,
  textLink,
  untagged,
  type LanguageMap,
} from '../../../core/iiif/language-map.ts'
import type { Entry } from '../../../core/iiif/resource.ts'
import type { ContributionsLicense } from '../../../core/config/contributions-license.ts'
import { displayDate } from '../../../core/edtf/display.ts'
import { isLink } from '../../../core/model/text.ts'
import type { Visibility } from '../../../core/model/visibility.ts'
import type { PresentedImage } from '../../../core/queries/images/presentation-image.ts'

/** Presents what is known of an image as labeled texts. Importers and moderators also see the reference. */
export function presentMetadata(image: PresentedImage, visibility: Visibility): Entry[] {
  const { edtf_date, original_date, original_url, subjects } = image
  const date = edtf_date ? displayDate(edtf_date, original_date) : null
  return [
    ...presentTexts('Creator', image.creator),
    ...(date === null ? [] : [presentEntry('Date', english(date))]),
    ...presentTexts('Date as recorded', original_date === date ? null : original_date),
    ...presentTexts('Source', image.source_name),
    ...presentTexts('Collection', image.collection_name),
    ...presentTexts('Reference', visibility === 'everything' ? image.reference_id : null),
    ...presentTexts('Subjects', ...subjects.map(({ title }) => title)),
    ...presentTexts('Scale', image.scale),
    ...(original_url && isLink(original_url)
      ? [presentEntry('Record of the source', untagged(textLink(original_url, original_url)))]
      : []),
  ]
}

/** Presents whom to credit: the creator, the source, and the license that requires it. */
export function presentAttribution(image: PresentedImage): Entry {
  const credited = [image.creator, image.source_name].filter(hasText).map(plainText)
  return presentEntry('Attribution', untagged(...credited, ...presentLicense(image)))
}

/** Presents the license of `navPlace`. It is no `rights`, and not to be shown with the picture, whose license is another. */
export function presentPlaceLicense({ display_name, permalink }: ContributionsLicense): Entry {
  return presentEntry('License of the place', untagged(textLink(permalink, display_name)))
}

function presentLicense({ license_name: name, license_url: url }: PresentedImage): string[] {
  if (!hasText(name)) return []
  return [url && isLink(url) ? textLink(url, name) : plainText(name)]
}

/** Returns no entry if all texts are missing or blank. */
function presentTexts(label: string, ...texts: (string | null)[]): Entry[] {
  const values = texts.filter(hasText).map(plainText)
  return values.length === 0 ? [] : [presentEntry(label, untagged(...values))]
}

function presentEntry(label: string, value: LanguageMap): Entry {
  return { label: english(label), value }
}

function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}
