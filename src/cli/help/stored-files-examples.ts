/** Examples for the help of the commands about backups and stored files. */
export const STORED_FILES_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'admin backup create': [
    'catalog admin backup create --data /srv/catalog',
    'catalog admin backup create --backups /mnt/disk/backups --exclude-derivatives',
    'catalog admin backup create --backups /mnt/disk/backups --database-only',
  ],
  'admin backup list': [
    'catalog admin backup list',
    'catalog admin backup list --backups /mnt/disk/backups --json',
  ],
  'admin backup verify': [
    'catalog admin backup verify',
    'catalog admin backup verify 2026-11-22T030000Z --scratch /var/tmp',
    'catalog admin backup verify --backups /mnt/disk/backups --read',
  ],
  'admin backup prune': [
    'catalog admin backup prune --keep 14 --dry-run',
    'catalog admin backup prune --keep 14 --yes',
  ],
  'admin storage copy': [
    'catalog admin storage copy --to s3://archive/catalog',
    'catalog admin storage copy --to /srv/catalog --output ndjson',
    'catalog admin storage copy --to s3://museum:archive/catalog \\\n' +
      '    --to-endpoint https://ceph.example.org --to-profile ceph',
  ],
  'admin storage adopt': [
    'catalog admin storage adopt --dry-run',
    'catalog admin storage adopt --yes --data /srv/catalog',
  ],
  'admin storage verify': [
    'catalog admin storage verify --quick',
    'catalog admin storage verify --image 4711',
    'catalog admin storage verify --from 120000 --output ndjson',
  ],
  'admin storage prune': [
    'catalog admin storage prune --dry-run',
    'catalog admin storage prune --yes',
    'catalog admin storage prune --empty-trash --image 4711 --yes',
  ],
  'admin storage trash': ['catalog admin storage trash', 'catalog admin storage trash --json'],
  'admin storage restore': [
    'catalog admin storage restore --image 4711',
    'catalog admin storage restore --missing',
    'catalog admin storage restore images/4711/Kq2xv9ZbTn0sYw4cE7uHaD/original.jpg',
  ],
  'admin storage usage': ['catalog admin storage usage', 'catalog admin storage usage --json'],
  'admin restore': [
    'catalog admin restore /srv/catalog/backups/2026-11-22T030000Z \\\n' +
      '    --data /srv/restored',
    'catalog admin restore /mnt/disk/backups/2026-11-22T030000Z --data /srv/new',
    'catalog admin restore /mnt/disk/backups/2026-11-22T030000Z --data /srv/new \\\n' +
      '    --accept-missing',
  ],
  'admin recover': [
    'catalog admin recover --data /srv/catalog --to /srv/recovered',
    'catalog admin recover --data /srv/catalog --to /srv/recovered --json',
  ],
}
