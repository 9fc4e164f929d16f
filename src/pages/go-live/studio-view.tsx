import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#messages/messages.ts'
import { qualities } from '#features/live/studio/bitrate.contract.ts'
import { sourceNames } from '#features/live/studio/scene.contract.ts'
import { type Studio, useStudioState } from '#features/live/studio/studio.hooks.ts'
import type { OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { useEnableLivestream } from '#features/live/livestreams/livestreams.hooks.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLeaveWhileLive } from './leave-while-live.hooks.ts'
import { BroadcastStats } from './broadcast-stats.tsx'
import { LayoutChoice } from './layout-choice.tsx'
import { StudioBar } from './studio-bar.tsx'
import { StudioSettings } from './studio-settings.tsx'
import { useWakeLock } from './wake-lock.hooks.ts'

interface Props {
  studio: Studio
  stream: OwnLivestream
}

/** The preview of the broadcast with its controls. */
export function StudioView({ studio, stream }: Props) {
  const state = useStudioState(studio)
  const isLive = state.phase === 'live'
  const { width, height } = qualities[state.quality]
  const leave = useLeaveWhileLive(isLive)
  useWakeLock(isLive)
  return (
    <div className="studio">
      <div className="studio-stage dark" data-live={isLive || undefined}>
        <Picture attach={studio.attach} width={width} height={height} />
        {state.layout === null && (
          <div className="studio-welcome">
            <h2>{t('What do you want to show?')}</h2>
            <LayoutChoice studio={studio} state={state} />
          </div>
        )}
        {isLive && <BroadcastStats studio={studio} isFailing={state.isFailing} viewers={stream.viewers} />}
      </div>
      <Notices studio={studio} stream={stream} />
      {state.layout !== null && (
        <>
          <StudioBar studio={studio} state={state} isBarred={stream.status === 'offline'} />
          <Card title={t('Picture and sound')}>
            <StudioSettings studio={studio} state={state} />
          </Card>
        </>
      )}
      <ConfirmDialog
        isOpen={leave !== null}
        title={t('You are live')}
        description={t('Your broadcast ends if you leave this page.')}
        confirmLabel={t('End and leave')}
        cancelLabel={t('Stay')}
        onConfirm={() => leave?.(true)}
        onCancel={() => leave?.(false)}
      />
    </div>
  )
}

interface PictureProps extends Pick<Studio, 'attach'> {
  width: number
  height: number
}

function Picture({ attach, width, height }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    attach(canvas.current)
    return () => attach(null)
  }, [attach])
  return (
    <canvas ref={canvas} className="studio-picture" width={width} height={height}>
      {t('Preview of your broadcast')}
    </canvas>
  )
}

/** Problems, and notes for the member to read before going live. */
function Notices({ studio, stream }: Props) {
  const { phase, faults, endedFor, isFailing, hasBroadcast } = useStudioState(studio)
  const isElsewhere = phase === 'off' && stream.status === 'active' && !hasBroadcast
  const sentences = [
    endedFor,
    isFailing && t('The server can’t be reached. Retrying. The last few seconds are buffered.'),
    isElsewhere && t('Another encoder is broadcasting to this livestream. Going live here replaces it.'),
  ].filter((one) => typeof one === 'string')
  return (
    <>
      <div role="alert" className="studio-notices">
        {sentences.map((sentence) => (
          <Notice key={sentence}>{sentence}</Notice>
        ))}
        {sourceNames.map(
          (source) =>
            faults[source] && (
              <Notice key={source}>
                {faults[source]}
                <Button size="s" onClick={() => void studio.requestSource(source)}>
                  {t('Try again')}
                </Button>
              </Notice>
            ),
        )}
      </div>
      {stream.status === 'offline' && <Disabled id={stream.id} />}
    </>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="studio-notice">
    <Icon name="triangle-alert" />
    {children}
  </p>
)

function Disabled({ id }: { id: number }) {
  const { mutate, isPending, isError } = useEnableLivestream(id)
  return (
    <p className="studio-notice">
      <Icon name="ban" />
      <span>{isError ? t('It couldn’t be enabled. Try again.') : t('This livestream is disabled.')}</span>
      <Button size="s" busy={isPending} onClick={() => mutate()}>
        {t('Enable')}
      </Button>
    </p>
  )
}
