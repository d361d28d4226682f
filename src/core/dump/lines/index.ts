import type { LineType } from '../line-type.ts'
import { catalogLine } from './catalog.ts'
import { auditLine } from './audit.ts'
import { changeLine } from './change.ts'
import { commentLine } from './comment.ts'
import { fromAboveGeoreferenceLine, georeferenceLine } from './georeference.ts'
import { collectionLine, sourceLine } from './collections.ts'
import { imageLine } from './image.ts'
import { licenseLine } from './license.ts'
import { flagLine, hiddenCommentLine, skipLine, suspensionLine } from './moderation.ts'
import { subjectGeometryLine, subjectLine } from './subject.ts'
import { subjectChangeLine, subjectTagLine } from './tagging.ts'
import { userLine } from './user.ts'
import { validationLine } from './validation.ts'

/** All types of lines in the order of a dump: referenced types come first. */
export const LINE_TYPES: readonly LineType[] = [
  catalogLine,
  userLine,
  suspensionLine,
  licenseLine,
  sourceLine,
  collectionLine,
  subjectLine,
  subjectGeometryLine,
  imageLine,
  subjectTagLine,
  subjectChangeLine,
  georeferenceLine,
  fromAboveGeoreferenceLine,
  validationLine,
  commentLine,
  hiddenCommentLine,
  flagLine,
  skipLine,
  auditLine,
  changeLine,
]
