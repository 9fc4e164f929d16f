import { locale, t } from '#messages/messages.ts'
import { maxContentLength } from './new-posts.contract.ts'

/** The length of the text, shown from 90% of the limit. */
export function LengthLeft({ length }: { length: number }) {
  if (length < maxContentLength * 0.9) return null
  const number = new Intl.NumberFormat(locale())
  return (
    <output className="meta composer-length" data-over={length > maxContentLength || undefined}>
      {t('{length} of {max} characters', { length: number.format(length), max: number.format(maxContentLength) })}
    </output>
  )
}
