import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from './locales.ts'
import { withoutContext } from './context.ts'
import { type RecordedMessage, recordedMessage, replaceRecorded } from './recorded.ts'

// docs/decisions/158: the build replaces calls of `t`, `rich`, and `locale` with the texts of each language, so browsers
// and pages never load this file. Only the server's own code, tests, and development run it.

/** The names of a message's arguments, such as `name` and `count` in `{name} has {count, plural, one {# post} other {# posts}}`. */
export type Arguments<Text extends string> = Text extends `${string}{${infer Rest}`
  ? ArgumentAt<Rest> | Arguments<Rest>
  : never
type ArgumentAt<Rest extends string> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Identifier<Name>
    : Identifier<Inside>
  : never
/** Never for the start of a plural form, such as `# posts`. */
type Identifier<Text extends string> = Text extends '' | `${string}${' ' | '#' | '{' | '<'}${string}` ? never : Text
type HasArguments<Text extends string> = [Arguments<Text>] extends [never] ? false : true
type Values<Text extends string> = { [Name in Arguments<Text>]: string | number }

/** How the server finds the language of the current request and its texts. */
interface Translation {
  locale: () => Locale
  /** Returns the text in the current language, or the English text itself. */
  translate: (text: string) => string
  /** Reports whether messages are recorded for storage now. */
  isRecording?: () => boolean
}

let translation: Translation = { locale: () => 'en', translate: (text) => text }

/** Sets the languages for the server's own code. */
export function installTranslation(installed: Translation): void {
  translation = installed
}

/** Returns the language of the page or, on the server, of the current request. */
export const locale = (): Locale => translation.locale()

/** Returns a message in the current language. Without values, the text is used as it is; with values, it is an ICU
 *  message: `t('{count, plural, one {# post} other {# posts}}', { count })`. A text with several meanings gets a context,
 *  which is not shown: `t('Open (context: an issue)')`. */
export function t<const Text extends string>(
  text: Text,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- only if there are no arguments
  ...[values]: HasArguments<Text> extends true ? [values: Values<Text>] : []
): string {
  return isRecording() ? recordedMessage({ text, values }) : messageIn({ text, values })
}

const translated = (text: string): string => withoutContext(translation.translate(text))

/** Reports whether messages are recorded for storage now. */
export const isRecording = (): boolean => translation.isRecording?.() ?? false

const messageIn = ({ text, values }: RecordedMessage): string =>
  values ? String(formatOf(text).format(values)) : translated(text)

/** Returns a stored text with its recorded messages in the current language. Texts that were stored in English by earlier
 *  versions are translated if they are messages without values. */
export const shownText = (stored: string): string => {
  const shown = replaceRecorded(stored, messageIn)
  return shown === stored ? translated(stored) : shown
}

const formats = new Map<string, IntlMessageFormat>()
/** Exceeds the number of messages in all languages. Stored texts can add others. */
const maxFormats = 20_000

/** Returns the parsed message in the current language. Parsing takes longer than formatting, and there are few messages.
 *  @param hasElements whether `<name>` starts an element */
export function formatOf(text: string, hasElements = false): IntlMessageFormat {
  const message = translated(text)
  const key = `${translation.locale()} ${hasElements} ${message}`
  let format = formats.get(key)
  if (!format) {
    format = new IntlMessageFormat(message, translation.locale(), undefined, { ignoreTag: !hasElements })
    if (formats.size >= maxFormats) formats.clear()
    formats.set(key, format)
  }
  return format
}
