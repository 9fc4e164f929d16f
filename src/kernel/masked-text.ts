const maxLength = 10_000
/** Matches passwords in URLs, values with secret names, and tokens. */
const secrets: [RegExp, string][] = [
  [/\/\/[^\s/@:]{0,200}:[^\s/@]{1,200}@/g, '//…@'],
  [
    /\b((?:access_|refresh_)?token(?:_hash)?|code|secret|password|api_?key|key|signature)(["']?[=:]\s?["']?)[^\s"'&,;}]+/gi,
    '$1$2…',
  ],
  [/\b(bearer|basic) [\w.~+/=-]+/gi, '$1 …'],
  [/\b(?:gh[a-z]|github_pat)_\w{16,}/g, '…'],
  [/\beyJ[\w-]{8,2000}\.[\w.-]{2,4000}/g, '…'],
]

/** Returns an error message that is safe to show: without secrets, at most 10,000 characters. */
export const maskedText = (message: string): string =>
  secrets
    .reduce((text, [pattern, instead]) => text.replace(pattern, instead), message.slice(0, maxLength))
    .toWellFormed()
