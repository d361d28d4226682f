import type { ManifestRow } from '../../tables/manifest-row.ts'
import { checkFile, type FileDetails } from './check-file.ts'
import type { CheckOptions } from './check-options.ts'
import { getDownloadPath } from './file-url.ts'
import type { FileFinder } from './find-file.ts'
import { rowKey, type RowReport } from './row-report.ts'

const MAX_URL_LENGTH = 2048

/**
 * Checks the file of a row that is a URL: the downloaded file if there is one, else the URL.
 * @param find finds the downloaded file
 * @returns a file of size 0 and without a digest if it is not downloaded yet
 */
export async function checkUrl(
  row: ManifestRow,
  find: FileFinder,
  options: Pick<CheckOptions, 'downloads' | 'probeUrl' | 'allowHttp'> & { shouldHash: boolean },
  report: RowReport,
): Promise<FileDetails | undefined> {
  const { file: url = '', content_type: contentType = '' } = row.values
  const refusal = refuseUrl(url, options.allowHttp === true)
  if (refusal !== undefined) return report.error('url.invalid', 'file', refusal, suggestHttps(url))
  if ('path' in (await find(url))) return await checkFile(row, find, options.shouldHash, report)
  const problem = await options.probeUrl?.(url)
  if (problem) return report.error(problem.code, 'file', problem.message)
  const { downloads } = options
  const path = downloads === undefined ? '' : getDownloadPath(downloads, rowKey(row), url)
  return { path, size: 0, contentType }
}

function refuseUrl(url: string, allowHttp: boolean): string | undefined {
  if (url.length > MAX_URL_LENGTH) return `The URL has more than ${MAX_URL_LENGTH} characters.`
  const parsed = URL.parse(url)
  if (parsed === null) return 'This is not a valid URL.'
  if (parsed.protocol !== 'https:' && !(allowHttp && parsed.protocol === 'http:'))
    return 'Only https URLs are downloaded.'
  if (parsed.username !== '' || parsed.password !== '')
    return 'The URL contains a user name or a password, which would be stored with the import.'
  return undefined
}

function suggestHttps(url: string): string | undefined {
  return /^http:/i.test(url) ? url.replace(/^http:/i, 'https:') : undefined
}
