import type { Socket } from 'node:net'

/** About fifteen small requests. More would wait long enough for V8 to move them to the old generation of its heap. */
const SLICE_BYTES = 1024

/**
 * Passes data to Node.js's HTTP parser in slices. While requests of the connection wait, it puts the rest of the data
 * back and pauses the socket. Otherwise the parser turns 64 KiB into a thousand requests at once, which take a hundred
 * times as much memory.
 */
export function sliceInput(
  socket: Socket,
  {
    hasWaiting,
    isReceiving,
  }: {
    /** Whether requests of the connection wait for an earlier response. */
    hasWaiting: () => boolean
    /** Whether the body of a request is arriving, which is not sliced. */
    isReceiving: () => boolean
  },
): void {
  const [parse, ...others] = socket.listeners('data') as ((data: Buffer) => void)[]
  if (parse === undefined || others.length > 0) return
  socket.off('data', parse)
  socket.on('data', (data: Buffer) => {
    let start = 0
    while (start < data.length && !socket.destroyed) {
      if (start > 0 && hasWaiting()) {
        socket.pause()
        socket.unshift(data.subarray(start))
        return
      }
      const end = isReceiving() ? data.length : start + SLICE_BYTES
      parse(data.subarray(start, end))
      start = end
    }
  })
}
