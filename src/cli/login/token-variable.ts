/** Finds the environment variable that provides the access token; undefined if none is set. */
export function findTokenVariable({
  CATALOG_TOKEN: token,
  CATALOG_TOKEN_FILE: file,
}: NodeJS.ProcessEnv): 'CATALOG_TOKEN' | 'CATALOG_TOKEN_FILE' | undefined {
  if (token) return 'CATALOG_TOKEN'
  return file ? 'CATALOG_TOKEN_FILE' : undefined
}
