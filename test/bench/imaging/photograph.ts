import sharp from 'sharp'

/** Writes soft shapes with film grain, about as expensive to decode as a scanned photograph; the same every time. */
export async function writePhotograph(path: string, width: number, height: number): Promise<void> {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0
      const grain = ((seed >>> 24) - 128) / 10
      const light =
        128 + 70 * Math.sin(x / 311 + y / 700) + 40 * Math.cos(y / 97) * Math.sin(x / 53)
      pixels[at] = clamp(light + grain)
      pixels[at + 1] = clamp(light * 0.9 + grain + 10)
      pixels[at + 2] = clamp(light * 0.7 + grain + 20)
    }
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  await picture.jpeg({ quality: 90 }).toFile(path)
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)))
}
