import sharp from 'sharp'

// Different versions of Chromium draw the edges of letters differently. In a picture that is four times smaller, each
// pixel is the mean of sixteen, so edges differ little, but a moved or missing element still differs a lot.
const shrinkFactor = 4
/** The largest difference of a color channel, of 255, that is not counted. */
const maxChannelDifference = 32
/** The share of pixels that may differ more. */
export const maxDifferentShare = 0.01

/** Returns a screenshot as a small picture that can be stored as a reference. */
export async function shrink(screenshot: Buffer): Promise<Buffer> {
  const { width } = await sharp(screenshot).metadata()
  return sharp(screenshot)
    .resize({ width: Math.round(width / shrinkFactor), kernel: 'lanczos3' })
    .webp({ quality: 85, effort: 6 })
    .toBuffer()
}

/** Returns the share of pixels, between 0 and 1, in which two small pictures differ. */
export async function differentShare(actual: Buffer, expected: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(actual), pixelsOf(expected)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  const { channels, width, height } = a.info
  let different = 0
  for (let start = 0; start < a.data.length; start += channels) {
    let largest = 0
    for (let at = start; at < start + channels; at++)
      largest = Math.max(largest, Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)))
    if (largest > maxChannelDifference) different++
  }
  return different / (width * height)
}

const pixelsOf = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
