import { findFfmpeg } from '../../scripts/ffmpeg.ts'

/** Installs ffmpeg before the first test: it takes longer than a test may, and parallel installations fail. If it is
 *  unavailable, only the streaming tests fail. */
export function setup(): void {
  try {
    findFfmpeg()
  } catch (reason) {
    console.warn(String(reason))
  }
}
