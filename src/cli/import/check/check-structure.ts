import type { PictureFormatName } from '../../../core/model/picture-format.ts'
import { readTiffSamples } from '../../../core/model/tiff-samples.ts'
import { explainUnreadableJpeg } from '../../../core/model/unreadable-jpeg.ts'
import { explainUnreadableTiff } from '../../../core/model/unreadable-tiff.ts'
import { examineTiff } from './examine-tiff.ts'
import { isJpegTruncated } from './jpeg-truncation.ts'
import { isPngTruncated } from './png-truncation.ts'
import type { OpenPicture } from './open-picture.ts'
import type { RowReport } from './row-report.ts'

/**
 * Reports a truncated image, such as after an interrupted copy, and a TIFF or JPEG that the instance rejects, without decoding
 * it. Decoders may show most of a truncated file, but the instance rejects it as damaged, even if only the end marker
 * of a JPEG is missing.
 */
export async function checkStructure(
  format: PictureFormatName,
  picture: OpenPicture,
  report: RowReport,
): Promise<void> {
  if (format === 'jpeg') return await checkJpeg(picture, report)
  if (format === 'png' && (await isPngTruncated(picture))) return reportTruncated(report)
  if (format === 'tiff') await checkTiff(picture, report)
}

async function checkJpeg(picture: OpenPicture, report: RowReport): Promise<void> {
  if (await isJpegTruncated(picture)) return reportTruncated(report)
  const refusal = await explainUnreadableJpeg((position, least) => picture.bytesAt(position, least))
  if (refusal !== undefined) report.error('file.unsupported', 'file', refusal)
}

async function checkTiff(picture: OpenPicture, report: RowReport): Promise<void> {
  const { pages, isTruncated } = await examineTiff(picture)
  if (isTruncated) return reportTruncated(report)
  const samples = await readTiffSamples(picture)
  const refusal = samples && explainUnreadableTiff(samples)
  if (refusal !== undefined) return report.error('file.unsupported', 'file', refusal)
  if (pages <= 1) return
  report.warning(
    'file.multipage',
    'file',
    `The file contains ${pages} pictures; only the first is shown.`,
  )
}

function reportTruncated(report: RowReport): undefined {
  const message =
    'The file is truncated: it ends before the picture is complete. Copy it again from its source, or rescan it.'
  return report.error('file.truncated', 'file', message)
}
