import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { showFailure } from '#web/action.tsx'
import { useState } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/field.tsx'
import { Time } from '#ui/time.tsx'
import { type ChatRoom, type ChatRoomChange, type Openness, opennesses } from './chat.contract.ts'
import { useBans, useChangeRoom, useUnban } from './chat-moderation.hooks.ts'

interface ChatSettingsProps {
  livestreamId: number
  room: ChatRoom
}

const opennessText: Record<Openness, string> = {
  always: t('Always'),
  enabled: t('Unless the stream is offline'),
  until_end: t('Before and during the broadcast'),
  live: t('During the broadcast only'),
}
const waits = [0, 5, 10, 30, 60, 300]

/** Returns the choices, including the current value even if it was set through the API. */
const waitsWith = (seconds: number) => (waits.includes(seconds) ? waits : [...waits, seconds])

function waitText(seconds: number): string {
  if (seconds === 0) return t('Off')
  return seconds === 60 || seconds === 300
    ? t('{minutes, plural, one {# minute} other {# minutes}}', { minutes: seconds / 60 })
    : t('{seconds, plural, one {# second} other {# seconds}}', { seconds })
}

/** The chat settings for moderators. */
export function ChatSettings({ livestreamId, room }: ChatSettingsProps) {
  const [isOpen, setOpen] = useState(false)
  const { mutate } = useChangeRoom(livestreamId)
  const change = (next: ChatRoomChange) => mutate(next, { onError })
  return (
    <>
      <IconButton icon="shield" label={t('Moderate the chat')} size="s" onClick={() => setOpen(true)} />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('Moderate the chat')}>
        <div className="form">
          <Select
            label={t('Slow mode')}
            hint={t('Minimum time between messages from the same person.')}
            value={room.slowModeSeconds}
            onChange={(event) => change({ slowModeSeconds: Number(event.currentTarget.value) })}
          >
            {waitsWith(room.slowModeSeconds).map((seconds) => (
              <option key={seconds} value={seconds}>
                {waitText(seconds)}
              </option>
            ))}
          </Select>
          <Select
            label={t('When people can send messages')}
            hint={t('At other times, the chat is read-only.')}
            value={room.openness}
            onChange={(event) => change({ openness: opennesses[event.currentTarget.selectedIndex] })}
          >
            {opennesses.map((one) => (
              <option key={one} value={one}>
                {opennessText[one]}
              </option>
            ))}
          </Select>
          <BanList livestreamId={livestreamId} />
        </div>
      </Dialog>
    </>
  )
}

function BanList({ livestreamId }: Pick<ChatSettingsProps, 'livestreamId'>) {
  const { data: bans = [] } = useBans(livestreamId)
  const { mutate } = useUnban(livestreamId)
  return (
    <section className="stack">
      <h3 className="overline">{t('Banned')}</h3>
      {bans.length === 0 && <p className="meta">{t('No one is banned.')}</p>}
      <ul className="chat-bans">
        {bans.map(({ id, name, until }) => (
          <li key={id} className="chat-ban">
            <bdi>{name}</bdi>
            <span className="meta">
              {until ? rich('until {time}', { time: <Time iso={until} as="exact" /> }) : t('permanently')}
            </span>
            <Button size="s" aria-label={t('Unban {name}', { name })} onClick={() => mutate(id, { onError })}>
              {t('Unban')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const onError = (reason: unknown) => showFailure(reason, t('That didn’t work. Try again.'))
