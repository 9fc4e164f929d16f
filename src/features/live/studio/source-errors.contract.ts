import type { SourceName } from './scene.contract.ts'
import { t } from '#messages/messages.ts'

/** Explains why a source is unavailable and what to do. `reason` is the browser's error. */
export function sourceErrorOf(source: SourceName, reason: unknown): string {
  const name = reason instanceof DOMException ? reason.name : ''
  const errors = sourceErrors[source]()
  if (name === 'NotAllowedError') return errors.notAllowed
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return errors.notFound
  return name === 'NotReadableError' ? errors.inUse : errors.failed
}

/** Returns the message for a source that stopped unexpectedly. */
export const lossMessage = (source: SourceName): string => sourceErrors[source]().lost

type SourceErrors = Record<'notAllowed' | 'notFound' | 'inUse' | 'failed' | 'lost', string>

const sourceErrors: Record<SourceName, () => SourceErrors> = {
  camera: () => ({
    notAllowed: t(
      'The browser isn’t allowed to use your camera. Allow it in the site settings next to the address bar.',
    ),
    notFound: t('No camera was found.'),
    inUse: t('Your camera is in use by another program, or your system blocks the browser from using it.'),
    failed: t('Your camera could not be started.'),
    lost: t('Your camera was disconnected, or another program is using it.'),
  }),
  microphone: () => ({
    notAllowed: t(
      'The browser isn’t allowed to use your microphone. Allow it in the site settings next to the address bar.',
    ),
    notFound: t('No microphone was found.'),
    inUse: t('Your microphone is in use by another program, or your system blocks the browser from using it.'),
    failed: t('Your microphone could not be started.'),
    lost: t('Your microphone was disconnected. Viewers can’t hear you.'),
  }),
  screen: () => ({
    notAllowed: t('No screen was chosen, or the browser isn’t allowed to share it.'),
    notFound: t('No screen was found.'),
    inUse: t('Your screen is in use by another program, or your system blocks the browser from using it.'),
    failed: t('Your screen could not be started.'),
    lost: t('Your screen is no longer shared.'),
  }),
}
