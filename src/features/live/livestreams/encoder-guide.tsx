import './encoder-guide.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { goLiveAddress } from './livestream-addresses.contract.ts'
import { CopiedValue } from './copied-value.tsx'
import { type OwnLivestream } from './livestreams.contract.ts'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'

/** Explains how to set up streaming software. Source: docs/product.md, Livestream management */
export const EncoderGuide = ({ stream, isOpen }: { stream: OwnLivestream; isOpen: boolean }) => (
  <details className="encoder-guide for-writers" open={isOpen}>
    <summary>{t('Set up your streaming software')}</summary>
    <div className="encoder-guide-body">
      {stream.takesBrowsers && (
        <p>
          {rich('No streaming software? <link>Go live from this browser</link> with your camera or your screen.', {
            link: (text) => (
              <Link className="link" href={goLiveAddress.href({ id: stream.id })}>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
      {stream.ingestUrl === '' ? (
        <p>{t('This site does not accept streams from streaming software. Its operator can change that.')}</p>
      ) : (
        <>
          <CopiedValue name={t('Server')} value={stream.ingestUrl} />
          <Steps />
          <CopiedValue name={t('Command for ffmpeg')} value={ffmpegCommand(stream.ingestUrl)} />
        </>
      )}
      {stream.status === 'idle' && <Troubleshooting />}
    </div>
  </details>
)

const bold = (text: ReactNode) => <b>{text}</b>

const Steps = () => (
  <ol className="encoder-guide-list">
    <li>{rich('In OBS Studio, open <b>Settings → Stream</b> and choose the service <b>Custom</b>.', { b: bold })}</li>
    <li>{t('Paste the server URL shown above and this livestream’s stream key.')}</li>
    <li>
      {rich(
        'Under <b>Settings → Output</b>, choose an H.264 video encoder, 2,500 to 6,000 kbit/s, a keyframe interval of 2 s, and AAC audio.',
        { b: bold },
      )}
    </li>
    <li>{rich('Press <b>Start Streaming</b>. The status becomes “active” within seconds.', { b: bold })}</li>
  </ol>
)

const Troubleshooting = () => (
  <div className="stack">
    <h3 className="overline">{t('Still idle after you have started?')}</h3>
    <ul className="encoder-guide-list">
      <li>{t('Check the server and the stream key. A regenerated key replaces the previous one.')}</li>
      <li>{t('Make sure that no firewall blocks the connection to the server.')}</li>
      <li>{t('Choose H.264 video and AAC audio. HEVC, AV1, and MP3 are not supported.')}</li>
      <li>{t('Press Enable, then start streaming again in your software.')}</li>
    </ul>
  </div>
)

const ffmpegCommand = (ingestUrl: string) =>
  `ffmpeg -re -i video.mp4 -c:v libx264 -preset veryfast -g 60 -c:a aac -f flv ${ingestUrl}/YOUR_STREAM_KEY`
