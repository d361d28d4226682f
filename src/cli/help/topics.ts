import { ENVIRONMENT } from './environment.ts'

const INDENT = '      '

/** Pages of `catalog help` that explain more than one command. Lines have at most 80 characters. */
export const TOPICS: Readonly<Record<string, string>> = {
  environment: `Environment variables

${ENVIRONMENT.map(([names, meaning]) => wrapMeaning(names.replaceAll('`', ''), meaning.replaceAll('`', ''))).join('\n')}

Options take precedence over the environment. The variables of a server are
listed by: catalog config. /etc/catalog.env may set them for all commands on a
host that read them.`,

  manifest: `Manifests

A manifest is a table with a header (CSV, TSV, XLSX or ODS), a JSON Lines
file, or a folder of numbered pictures. Each row is an image:

  file           path of the picture, below the manifest's folder or --files
  title          at most 500 characters
  original_date  the date as the archive recorded it
  edtf_date      the same date in EDTF; XXXX if it is unknown

These columns are required; source_url, description, creator, reference_id,
license_name, rotation, mirror and subjects are optional. Names may differ in
case, blanks and hyphens. --map THEIRS=OURS renames a column, and
--set COLUMN=VALUE fills its blank cells. Columns whose names begin with _ or #
are ignored.

  catalog import check album.csv --collection 3

reports all problems at once, and sends nothing.`,

  edtf: `Dates in EDTF

EDTF (ISO 8601-2) writes uncertain dates so that programs can search them:

  1912-05-17      a day                 1912-05       a month
  1912            a year                191X          the 1910s
  1920~           about 1920            1920?         perhaps 1920
  1900/1910       from 1900 to 1910     ../1906       before the end of 1906
  [1901,1902]     either of two years   1931-21       spring 1931
  XXXX            unknown

The recorded date stays as the archive wrote it, in original_date.`,

  journal: `Journals of imports

An import writes the state of each row to a journal beside its manifest, before
it sends anything that creates an image. So an import can be interrupted at any
time: run the same command again, and it continues without creating an image
twice.

  catalog import status album.csv     shows how far an import is
  catalog import report album.csv     lists its rows
  catalog import resolve album.csv    decides about rows of unknown outcome
  catalog import forget album.csv     deletes the journal

Exit code 6 means that some rows failed, and 7 that some are undecided.`,

  ci: `Scripts and continuous integration

  CATALOG_URL=https://archive.example.org CATALOG_TOKEN=... CI=1 \\
    catalog import album.csv --collection 3 --json

- Pass a token in CATALOG_TOKEN or CATALOG_TOKEN_FILE. It is never stored or
  refreshed. An administrator creates one with: catalog admin token create
- With CI set, the program never asks, and progress is a line every ten seconds.
- --yes answers yes to every question. Commands that replace or destroy data
  require it.
- The exit code tells the outcome: catalog help exit-codes
- Results are on standard output, everything else on standard error. --json
  prints one document, also for a failure.
- catalog healthcheck waits for no server; it exits with 0 or 8 at once.`,

  proxy: `Proxies and private certificate authorities

HTTPS_PROXY and HTTP_PROXY name a proxy, as in http://user:password@host:3128.
NO_PROXY lists hosts to reach directly, separated by commas; .example.org means
all hosts below example.org. Lower-case names work too, and an empty variable
counts as unset.

To trust a private certificate authority, name its certificates in PEM format:

  catalog whoami --ca-file /etc/ssl/archive-ca.pem

CATALOG_CA_FILE, SSL_CERT_FILE and NODE_EXTRA_CA_CERTS do the same. They add to
the certificates that Node.js trusts.

catalog doctor checks the connection to the instance. -v shows each request,
and --debug=http also its headers, without secrets.`,

  output: `Output

Results are on standard output. Progress, warnings, questions and hints are on
standard error; --quiet hides hints and progress.

  --output human   a table on a terminal, TSV in a pipe
  --output json    one document, also for a failure; --json is short for it
  --output ndjson  one object per line
  --output csv     with a header; cells that a spreadsheet would evaluate are
                   prefixed with an apostrophe
  --output tsv     with a header; tabs, line breaks and backslashes are escaped
  --output id      only the IDs

--fields a,b selects members. Control characters in titles and names are
replaced, except in JSON, which escapes them. Only questions are colored, unless
NO_COLOR is set. A closed pipe, as in catalog image list | head -1, ends the
program without an error.`,
}

/** Indents the meaning of a variable below its name. */
function wrapMeaning(name: string, meaning: string): string {
  const lines: string[] = []
  let line = INDENT
  for (const word of meaning.split(' ')) {
    if (line.length + word.length >= 80) {
      lines.push(line.trimEnd())
      line = INDENT
    }
    line += `${word} `
  }
  return [`  ${name}`, ...lines, line.trimEnd()].join('\n')
}
