import type { Context } from './http.ts'

/** What the parts of the demo share. A part that makes something others build on adds a slot for it (module augmentation). */
export interface Demo {
  ctx: Context
  /** The demo's present, in milliseconds since the epoch. Everything in it happened before. */
  nowMs: number
  /** A number from 0 to below 1; the same ones in the same order on every run. */
  chance(): number
  /** The bytes of one of the demo's pictures, by its file name. */
  picture(name: string): Promise<Uint8Array>
}

/** A feature's contribution to the demo of an empty site. */
export type DemoPart = (demo: Demo) => Promise<void>

/** The time so many days before the demo's present. */
export const daysBefore = ({ nowMs }: Pick<Demo, 'nowMs'>, days: number): Date => new Date(nowMs - days * 86_400_000)
