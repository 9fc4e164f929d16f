import type { Context } from './http.ts'

/** State shared by the parts of the demo. A part whose data other parts use adds a property to this interface through
 *  module augmentation. */
export interface Demo {
  ctx: Context
  /** The demo's current time, in milliseconds since the epoch. All demo content is older. */
  nowMs: number
  /** Returns a number between 0 (inclusive) and 1 (exclusive), in the same sequence on every run. */
  chance(): number
  /** Returns the bytes of a demo picture, given its file name. */
  picture(name: string): Promise<Uint8Array>
}

/** A feature's contribution to the demo content of an empty site. */
export type DemoPart = (demo: Demo) => Promise<void>

/** Returns the time this many days before the demo's current time. */
export const daysBefore = ({ nowMs }: Pick<Demo, 'nowMs'>, days: number): Date => new Date(nowMs - days * 86_400_000)
