/** The part of the package that the benchmarks use. */
declare module 'autocannon' {
  interface Options {
    url: string
    headers?: Record<string, string>
    connections: number
    /** In seconds. */
    duration: number
  }
  interface Result {
    requests: { average: number }
    non2xx: number
    errors: number
  }
  function autocannon(options: Options): Promise<Result>
  export = autocannon
}
