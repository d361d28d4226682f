const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0xed_b8_83_20 : remainder >>> 1
  }
  return remainder
})

/**
 * The checksum that PostgreSQL calls the legacy CRC-32: the table of the reflected polynomial, used as if it were the
 * table of the other one. It is no CRC, but PostgreSQL's trigram indexes depend on it.
 */
export function computeLegacyCrc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) crc = (TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0) ^ (crc << 8)
  return ~crc >>> 0
}
