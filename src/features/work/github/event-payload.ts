import * as z from 'zod/mini'

const { catch: orElse } = z
/** Payloads vary, so missing values and values of an unexpected type become undefined. */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => orElse(z.optional(schema), undefined)
const text = maybe(z.string())
const whole = maybe(z.int())
const commitHash = maybe(z.string().check(z.regex(/^[0-9a-f]{40,64}$/)))
/** An issue or a pull request. GitHub no longer sends pull request titles. */
const numbered = maybe(z.object({ number: whole, title: text, merged: maybe(z.boolean()) }))

/** The parts of GitHub's payloads that this site shows. Source: GitHub, "GitHub event types". */
export const EventPayload = z.object({
  action: text,
  number: whole,
  ref: text,
  ref_type: text,
  head: commitHash,
  before: commitHash,
  size: whole,
  issue: numbered,
  pull_request: numbered,
  forkee: maybe(z.object({ full_name: text })),
  release: maybe(z.object({ tag_name: text, name: text })),
  review: maybe(z.object({ id: whole, state: text })),
  comment: maybe(z.object({ id: whole, commit_id: commitHash })),
})
export type EventPayload = z.infer<typeof EventPayload>
