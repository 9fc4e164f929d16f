import * as z from 'zod/mini'
import { LivestreamInput } from './livestreams.contract.ts'

const Fields = z.object({
  title: z.string(),
  description: z.string(),
  isPublic: z.string(),
  scheduledAt: z.string(),
})

/** The form's fields. Times are in the browser's time zone. */
export const LivestreamForm = z.pipe(
  Fields,
  z.pipe(
    z.transform(({ isPublic, scheduledAt, ...texts }: z.infer<typeof Fields>): z.input<typeof LivestreamInput> => ({
      ...texts,
      isPublic: isPublic === 'true',
      scheduledAt: scheduledAt === '' ? null : isoOf(scheduledAt),
    })),
    LivestreamInput,
  ),
)

/** Returns invalid text unchanged, so that the schema rejects it. */
function isoOf(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? local : date.toISOString()
}

/** Formats a time for an input of type `datetime-local`: `2026-12-24T18:00`. */
export function localTimeOf(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
