/** The variable that gives the access token; undefined when the sign-in gives it. */
export function findTokenVariable({
  CATALOG_TOKEN: token,
  CATALOG_TOKEN_FILE: file,
}: NodeJS.ProcessEnv): 'CATALOG_TOKEN' | 'CATALOG_TOKEN_FILE' | undefined {
  if (token) return 'CATALOG_TOKEN'
  return file ? 'CATALOG_TOKEN_FILE' : undefined
}
