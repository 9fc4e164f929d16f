import { useEffect, useRef } from 'react'
import { t } from '#messages/messages.ts'
import type { Studio } from '#features/live/studio/studio.hooks.ts'

const refreshMs = 100

/** Shows the microphone level. */
export function AudioMeter({ studio }: { studio: Studio }) {
  const meter = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      if (meter.current) meter.current.value = studio.level()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [studio])
  return <meter ref={meter} className="sound-meter" min={0} max={1} aria-label={t('Microphone level')} />
}
