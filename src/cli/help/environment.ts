/** The environment variables of the client, and what they mean. docs/cli.md has the same table. */
export const ENVIRONMENT: readonly (readonly [names: string, meaning: string])[] = [
  ['`CATALOG_URL`', 'instance to use, like `--url`; the default is the instance signed in to last'],
  [
    '`CATALOG_PROFILE`',
    'instance to use, by profile name, like `--profile`; `CATALOG_URL` takes precedence',
  ],
  [
    '`CATALOG_TOKEN`, `CATALOG_TOKEN_FILE`',
    'access token, or a file that contains one; takes precedence over any sign-in, used as is, never refreshed or stored',
  ],
  [
    '`CATALOG_STATE_DIR`',
    'directory for sign-ins; the default is `$XDG_STATE_HOME/catalog`, or else `~/.local/state/catalog`',
  ],
  [
    '`CATALOG_CACHE_DIR`',
    'directory for slugs to complete and compiled code; the default is `$XDG_CACHE_HOME/catalog`, or else `~/.cache/catalog`',
  ],
  ['`CATALOG_OUTPUT`, `CATALOG_PROGRESS`, `CATALOG_DEBUG`', 'same as the options with these names'],
  ['`CATALOG_NO_INPUT`, `CI`', 'never ask; `CI` also selects plain progress lines'],
  ['`CATALOG_TIMEOUT`, `CATALOG_RETRIES`, `CATALOG_PROXY`', 'same as the options with these names'],
  [
    '`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`',
    'proxy, in upper or lower case; an empty value means unset. `NO_PROXY` also applies to `--proxy`',
  ],
  [
    '`CATALOG_CA_FILE`, `SSL_CERT_FILE`, `NODE_EXTRA_CA_CERTS`',
    'file with additional certificates to trust, like `--ca-file`',
  ],
  ['`BROWSER`', 'program that opens pages'],
]
