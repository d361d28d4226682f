/** The package does not lead to its own declarations. */
declare module '@erikmichelson/open-location-code-ts' {
  export function isFull(code: string): boolean
  export function isShort(code: string): boolean
  /** @throws Error if the code is not a full one */
  export function decode(code: string): { latitudeCenter: number; longitudeCenter: number }
  /** @throws Error if the code is not a short one */
  export function recoverNearest(code: string, latitude: number, longitude: number): string
}
