import './push-card.css'
import { useRef } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ListEntry } from '#ui/list-entry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure } from '#web/action.tsx'
import { Loaded } from '#web/loaded.tsx'
import type { PushObstacle } from '#web/push.ts'
import type { PushDevice, PushDevices } from './push-devices.contract.ts'
import { useOwnBrowser, usePushDevices, useRemoveDevice, useTurnOn } from './push-devices.hooks.ts'

/** Turns push notifications on or off in this browser, and lists the member's other devices. */
export function PushCard() {
  const query = usePushDevices()
  return (
    <Card id="push" title={t('Push notifications')}>
      <p className="field-hint">
        {t(
          'See new notifications on your phone or computer even when this site is closed. Turn them on separately on each device.',
        )}
      </p>
      <Loaded query={query} loading={<Skeleton />} failed={t('Your devices failed to load.')} isInline>
        {(devices) => <Devices {...devices} />}
      </Loaded>
    </Card>
  )
}

function Devices({ serverKey, devices }: PushDevices) {
  const { data: browser } = useOwnBrowser()
  const status = useRef<HTMLParagraphElement>(null)
  if (!browser) return <Skeleton />
  const { obstacle, endpoint } = browser
  const own = devices.find((device) => device.endpoint === endpoint) ?? null
  return (
    <>
      <p ref={status} tabIndex={-1} className="push-status">
        {obstacle ? obstacleTexts[obstacle] : statusText(own)}
      </p>
      {!obstacle && <OwnDevice own={own} serverKey={serverKey} />}
      {devices.length > 0 && (
        <ul className="entries push-devices" aria-label={t('Devices with push notifications')}>
          {devices.map((device) => (
            <Device key={device.id} device={device} isOwn={device === own} onRemoved={() => status.current?.focus()} />
          ))}
        </ul>
      )}
    </>
  )
}

const statusText = (own: PushDevice | null): string =>
  own ? t('Push notifications are on for this device.') : t('Push notifications are off for this device.')

const obstacleTexts: Record<PushObstacle, string> = {
  worker_off: t('This site can’t send push notifications, because its operator has turned off the service worker.'),
  not_installed: t(
    'On iPhones and iPads, only installed apps get push notifications. Choose Share, then “Add to Home Screen”, and open this page in the app.',
  ),
  unsupported: t('This browser doesn’t support push notifications, or this site doesn’t use HTTPS.'),
  blocked: t('Your browser blocks notifications from this site. Allow them in the browser’s settings for this site.'),
}

interface OwnDeviceProps {
  /** This browser's device; null while push notifications are off here. */
  own: PushDevice | null
  serverKey: string
}

function OwnDevice({ own, serverKey }: OwnDeviceProps) {
  const turningOn = useTurnOn()
  const removal = useRemoveDevice()
  const turnOn = () =>
    turningOn.mutate(serverKey, {
      onSuccess: (isAllowed) => {
        if (!isAllowed) showToast({ ...stillOff, description: t('Your browser has no permission to show them.') })
      },
      onError: (reason) =>
        showFailure(reason, {
          title: stillOff.title,
          fallback: t('Your browser couldn’t connect to its push service. Please try again.'),
        }),
    })
  const turnOff = (device: PushDevice) => removal.mutate({ device, isOwn: true }, { onError: showRefusal })
  return (
    <div className="form-actions">
      <Button
        icon="bell"
        busy={turningOn.isPending || removal.isPending}
        onClick={() => (own ? turnOff(own) : turnOn())}
      >
        {own ? t('Turn off for this device') : t('Turn on for this device')}
      </Button>
    </div>
  )
}

const stillOff = { title: t('Push notifications are still off'), variant: 'error' } as const

interface DeviceProps {
  device: PushDevice
  isOwn: boolean
  onRemoved: () => void
}

function Device({ device, isOwn, onRemoved }: DeviceProps) {
  const { mutate, isPending } = useRemoveDevice()
  const { name, createdAt } = device
  const remove = () => {
    mutate({ device, isOwn }, { onError: showRefusal })
    onRemoved()
  }
  return (
    <ListEntry
      name={
        <>
          {name} {isOwn && <Badge color="green">{t('This device')}</Badge>}
        </>
      }
      facts={<span>{rich('Added {date}', { date: <Time iso={createdAt} as="date" /> })}</span>}
      isShort
    >
      {!isOwn && (
        <Button size="s" busy={isPending} aria-label={t('Remove: {name}', { name })} onClick={remove}>
          {t('Remove')}
        </Button>
      )}
    </ListEntry>
  )
}

const showRefusal = (reason: unknown) =>
  showFailure(reason, { title: t('The device was not removed'), fallback: t('Please try again.') })
