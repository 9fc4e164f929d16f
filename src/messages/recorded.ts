/** A message and its values, which may contain recorded messages themselves. */
export interface RecordedMessage {
  text: string
  values?: Record<string, string | number> | undefined
}

// Characters for private use enclose a message. Texts from imports and other sites may contain them as well, so what they
// expand to is limited.
const start = '\uE0D0'
const end = '\uE0D1'
const maxValueLength = 2000
const maxLength = 10_000
const recorded = /\uE0D0([^\uE0D0\uE0D1]*)\uE0D1/g

/** Returns a message as text that can be stored, and be part of other texts. */
export function recordedMessage({ text, values }: RecordedMessage): string {
  const json = JSON.stringify(values ? [text, values] : [text])
  return start + json.replaceAll(start, '\\uE0D0').replaceAll(end, '\\uE0D1') + end
}

/** Reports whether a text contains recorded messages. */
export const isRecorded = (stored: string): boolean => stored.includes(start)

/** Replaces the recorded messages in a text, the ones in values first. */
export const replaceRecorded = (stored: string, format: (message: RecordedMessage) => string): string =>
  isRecorded(stored)
    ? stored.replace(recorded, (_all, json: string) => formatted(json, format)).slice(0, maxLength)
    : stored

function formatted(json: string, format: (message: RecordedMessage) => string): string {
  try {
    const [text, values]: [string, Record<string, string | number>?] = JSON.parse(json)
    return format({ text, values: values && shownValues(values, format) })
  } catch {
    return json // not a message of ours
  }
}

const shownValues = (values: Record<string, string | number>, format: (message: RecordedMessage) => string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? replaceRecorded(value, format).slice(0, maxValueLength) : value,
    ]),
  )
