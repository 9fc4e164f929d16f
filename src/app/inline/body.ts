import { timeText } from '#ui/time-text.ts'

// An inline script at the end of every document: shows times as the reader's browser does after hydration, so that they
// do not change after the first paint.

for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-as]')) {
  const { lang } = document.documentElement
  const text = timeText(time.dateTime, time.dataset.as!, lang)
  if (text !== null) time.textContent = text
}
