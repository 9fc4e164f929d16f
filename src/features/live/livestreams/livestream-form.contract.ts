import * as z from 'zod/mini'
import { LivestreamInput } from './livestreams.contract.ts'

const Fields = z.object({
  title: z.string(),
  description: z.string(),
  isPublic: z.string(),
  scheduledAt: z.string(),
})

/** What the form says. A time is the one of the place where the form is filled in. */
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

/** What is no time is left as it is, to be refused. */
function isoOf(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? local : date.toISOString()
}

/** `2026-12-24T18:00`, as a field for date and time has it; the other way round. */
export function localTimeOf(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
