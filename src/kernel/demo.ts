import type { Context } from './http.ts'

/** The shared state of the demo's parts. A part that others build on adds its own property (module augmentation). */
export interface Demo {
  ctx: Context
  /** The demo's current time, in milliseconds since the epoch. All of its content is older. */
  nowMs: number
  /** Returns a number from 0 to below 1, in the same sequence on every run. */
  chance(): number
  /** Returns the bytes of a demo picture by its file name. */
  picture(name: string): Promise<Uint8Array>
}

/** A feature's contribution to the demo of an empty site. */
export type DemoPart = (demo: Demo) => Promise<void>

/** Returns the time this many days before the demo's current time. */
export const daysBefore = ({ nowMs }: Pick<Demo, 'nowMs'>, days: number): Date => new Date(nowMs - days * 86_400_000)
