import { findFfmpeg } from '../../scripts/ffmpeg.ts'

/** Installs ffmpeg before the first test, because installing it takes longer than a test may take, and parallel
 *  installations fail. If ffmpeg is unavailable, only the streaming tests fail. */
export function setup(): void {
  try {
    findFfmpeg()
  } catch (reason) {
    console.warn(String(reason))
  }
}
