import { findFfmpeg } from '../../scripts/ffmpeg.ts'

/** Sees to the encoder before the first test: to install one takes longer than a test may, and two at once fail. Where
 *  there is none to be had, the tests of streaming alone fail. */
export function setup(): void {
  try {
    findFfmpeg()
  } catch (reason) {
    console.warn(String(reason))
  }
}
