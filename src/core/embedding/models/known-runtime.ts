/** A package of the runtime in the npm registry. */
export interface RuntimePackage {
  name: string
  /** Size of the archive, in bytes. */
  size: number
  /** SHA-512 of the archive, in base64, as lock files of npm have it. */
  sha512: string
  /** The files and folders of the archive that this host needs. */
  members: readonly string[]
}

/** The program that runs the models. */
export interface KnownRuntime {
  version: string
  license: string
  packages: readonly RuntimePackage[]
  /** Upper bound of the size of all members, in bytes. */
  unpackedSize: number
}

/**
 * onnxruntime, of which the packages contain all platforms. It is no dependency: npm would install 300 MB, and run a
 * script that downloads more. The tests use the same version, which is a dependency for development.
 */
export const RUNTIME: KnownRuntime = {
  version: '1.30.0',
  license: 'MIT',
  packages: [
    {
      name: 'onnxruntime-node',
      size: 113_507_888,
      sha512:
        'twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
      members: ['package.json', 'dist', `bin/napi-v6/${process.platform}/${process.arch}`],
    },
    {
      name: 'onnxruntime-common',
      size: 66_795,
      sha512:
        '7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
      members: ['package.json', 'dist/cjs'],
    },
  ],
  unpackedSize: 90e6,
}

/** Returns the name of the archive of a package, in the registry and as `npm pack` writes it. */
export function getArchiveName({ name }: Pick<RuntimePackage, 'name'>): string {
  return `${name}-${RUNTIME.version}.tgz`
}

/** The systems for which there is a build. On Linux it needs glibc. */
export const RUNTIME_PLATFORMS: readonly string[] = [
  'darwin-arm64',
  'linux-arm64',
  'linux-x64',
  'win32-arm64',
  'win32-x64',
]

/** The command that gets the archives, for hosts without a network. */
export const PACK_RUNTIME = ['npm pack', ...RUNTIME.packages.map(getVersioned)].join(' ')

function getVersioned({ name }: RuntimePackage): string {
  return `${name}@${RUNTIME.version}`
}
