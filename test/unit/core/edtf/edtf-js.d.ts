/** The part of the package that the cross-checks use; it brings no types of its own. */
declare module 'edtf' {
  /** Milliseconds since the epoch, inclusive. */
  const edtf: (text: string) => { min: number; max: number }
  export { edtf as default }
}
