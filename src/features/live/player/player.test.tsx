import assert from 'node:assert/strict'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import { mount, settle, type } from '#tests/support/mount.tsx'
import { startIn, clockText, isoDuration, spokenTime } from './play-time.contract.ts'
import { Player } from './player.tsx'
import type { RecordedSource } from './sources.contract.ts'

// Simulates a browser with native HLS support; a journey covers playback through Media Source Extensions.

beforeEach(() => localStorage.clear())

/** Dispatches `volumechange` when the property is set, as browsers do. */
function dispatchChangesOf(name: 'muted' | 'volume'): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, name)!
  vi.spyOn(HTMLMediaElement.prototype, name, 'set').mockImplementation(function (this: HTMLVideoElement, value) {
    set!.call(this, value)
    this.dispatchEvent(new Event('volumechange'))
  })
}

interface Opening {
  refuses?: (video: HTMLVideoElement) => boolean
  recorded?: RecordedSource
}

async function open({ refuses = () => false, recorded }: Opening = {}) {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLVideoElement) {
    if (refuses(this)) return Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.defineProperty(this, 'paused', { value: false, configurable: true })
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLVideoElement) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true })
    this.dispatchEvent(new Event('pause'))
  })
  dispatchChangesOf('muted')
  dispatchChangesOf('volume')
  onTestFinished(() => void vi.restoreAllMocks())
  const toggle = vi.fn<() => void>()
  const onLost = vi.fn<() => void>()
  const playing = (src: string) => (
    <Player src={src} title="A stream" fullscreen={{ isOn: false, toggle }} onLost={onLost} recorded={recorded} />
  )
  const { page, render } = await mount(playing('/live/play.m3u8'))
  await settle()
  const video = page.querySelector('video')!
  const button = (name: string) =>
    page.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`) ??
    [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
  const press = (key: string, target: Element = video) =>
    settle(() => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  return { page, video, button, press, toggle, onLost, tellAddress: (src: string) => render(playing(src)) }
}

test('plays automatically at the stored volume', async () => {
  localStorage.setItem('player_volume', '0.4')
  const t = await open()
  assert.deepEqual([t.video.paused, t.video.muted, t.video.volume], [false, false, 0.4])
  assert.ok(!t.button('Unmute'))
})

test('starts muted where the browser requires it, and offers to unmute', async () => {
  const t = await open({ refuses: (video) => !video.muted })
  assert.deepEqual([t.video.paused, t.video.muted], [false, true])
  const unmute = t.page.querySelector<HTMLButtonElement>('.player-unmute')!
  assert.equal(unmute.textContent, 'Unmute')
  await settle(() => unmute.click())
  assert.equal(t.video.muted, false)
  assert.ok(!t.page.querySelector('.player-unmute'))
})

test('shows a large play button where autoplay is blocked', async () => {
  const t = await open({ refuses: () => true })
  assert.ok(t.page.querySelector('.player-over'))
  assert.equal(t.video.paused, true)
})

test('does not autoplay when reduced motion is preferred', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  const calm = await open()
  assert.equal(calm.video.paused, true)
  await settle(() => calm.page.querySelector<HTMLButtonElement>('.player-over')!.click())
  assert.equal(calm.video.paused, false)
})

test('handles keyboard shortcuts while focus is in the player but not on its controls', async () => {
  const t = await open()
  await t.press('k')
  assert.equal(t.video.paused, true)
  await t.press(' ')
  assert.equal(t.video.paused, false)
  await t.press('m')
  assert.equal(t.video.muted, true)
  await t.press('M')
  assert.equal(t.video.muted, false)
  await t.press('ArrowDown')
  assert.equal(t.video.volume, 0.9)
  await t.press('f')
  assert.equal(t.toggle.mock.calls.length, 1)
  await t.press('ArrowDown', t.page.querySelector('input[type=range]')!)
  await t.press(' ', t.page.querySelector('[aria-label=Pause]')!)
  await t.press('k', document.body)
  assert.deepEqual([t.video.volume, t.video.paused], [0.9, false])
})

test('stores the muted state, and restores the volume when unmuted', async () => {
  const t = await open()
  await t.press('ArrowDown')
  await settle(() => t.button('Mute')!.click())
  assert.equal(localStorage.getItem('player_volume'), '0')
  await settle(() => t.button('Unmute')!.click())
  assert.deepEqual([t.video.volume, localStorage.getItem('player_volume')], [0.9, '0.9'])
})

test('reports a playback failure and reloads the source after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const pass = (ms: number) => settle(() => vi.advanceTimersByTimeAsync(ms))
  onTestFinished(() => void vi.useRealTimers())
  const t = await open()
  await settle(() => t.video.dispatchEvent(new Event('error')))
  assert.equal(t.onLost.mock.calls.length, 1)
  assert.equal(t.video.getAttribute('src'), null)
  await pass(2100)
  assert.deepEqual([t.video.getAttribute('src'), t.video.paused], ['/live/play.m3u8', false])
  // A new signed URL does not interrupt playback with the current one.
  const signed = 'https://stream.example/play.m3u8?token=2'
  await t.tellAddress(signed)
  assert.equal(t.video.getAttribute('src'), '/live/play.m3u8')
  await pass(10_000)
  assert.equal(t.onLost.mock.calls.length, 2, 'playback stalled for too long')
  await pass(2100)
  assert.equal(t.video.getAttribute('src'), signed)
})

/** A 100-second recording with 20 seconds buffered. */
async function openRecorded(startAt = 0) {
  const onTime = vi.fn<(second: number) => void>()
  const t = await open({ recorded: { seconds: 101, startAt, onTime } })
  let time = 0
  const ranges = (end: () => number) => ({ length: 1, start: () => 0, end })
  Object.defineProperties(t.video, {
    duration: { value: 100 },
    seekable: { value: ranges(() => 100) },
    buffered: { get: () => ranges(() => time + 20) },
    currentTime: {
      get: () => time,
      set(next: number) {
        time = next
        t.video.dispatchEvent(new Event('seeking'))
      },
    },
  })
  await settle(() => t.video.dispatchEvent(new Event('loadedmetadata')))
  const bar = t.page.querySelector<HTMLInputElement>('input[aria-label=Seek]')!
  return { ...t, onTime, bar, clock: () => t.page.querySelector('.player-clock')?.textContent }
}

test('does not autoplay recordings, and shows position, duration, and buffered range', async () => {
  const t = await openRecorded(62)
  assert.deepEqual([t.video.paused, t.video.currentTime, t.clock()], [true, 62, '1:02 / 1:40'])
  assert.equal(t.bar.getAttribute('aria-valuetext'), '1 minute 2 seconds of 1 minute 40 seconds')
  assert.deepEqual(
    [...t.page.querySelectorAll('progress')].map(({ value }) => value),
    [82, 62],
  )
  assert.ok(!t.button('Live') && !t.button('Go to live'))
  assert.deepEqual(t.onTime.mock.calls.at(-1), [62])
})

test('seeks in a recording by keyboard, including with the seek bar', async () => {
  const t = await openRecorded()
  const goesTo = async (key: string, seconds: number, target: Element = t.video) => {
    await t.press(key, target)
    assert.equal(t.video.currentTime, seconds, key)
  }
  await goesTo('5', 50)
  await goesTo('ArrowRight', 55)
  await goesTo('ArrowLeft', 50)
  await goesTo('End', 100)
  await goesTo('ArrowRight', 100)
  await goesTo('Home', 0)
  await goesTo('ArrowUp', 5, t.bar)
  await goesTo('ArrowDown', 0, t.bar)
  await goesTo('9', 90, t.bar)
  await goesTo('l', 90)
  await goesTo('Home', 90, t.page.querySelector('[aria-label=Volume]')!)
  await settle(() => type(t.bar, '33.5'))
  assert.deepEqual([t.video.currentTime, t.clock(), t.onTime.mock.calls.at(-1)], [33.5, '0:33 / 1:40', [33]])
})

test('keeps the playback speed when the source is reloaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const t = await openRecorded(10)
  await settle(() => type(t.page.querySelector<HTMLSelectElement>('[aria-label="Playback speed"]')!, '1.5'))
  assert.deepEqual([t.video.playbackRate, t.video.defaultPlaybackRate], [1.5, 1.5])
  await t.press('5')
  await settle(() => t.video.dispatchEvent(new Event('error')))
  await settle(() => (t.video.currentTime = 0))
  await settle(() => vi.advanceTimersByTimeAsync(2100))
  await settle(() => t.video.dispatchEvent(new Event('loadedmetadata')))
  assert.deepEqual([t.onLost.mock.calls.length, t.video.currentTime], [1, 50])
})

test('formats times for display and for screen readers, and parses times in links', () => {
  assert.deepEqual([0, 62.9, 3723].map(clockText), ['0:00', '1:02', '1:02:03'])
  assert.deepEqual([0, 1, 3723].map(spokenTime), ['0 seconds', '1 second', '1 hour 2 minutes 3 seconds'])
  assert.deepEqual([isoDuration(61.5), isoDuration(0.2)], ['PT61S', 'PT1S'])
  assert.deepEqual(['?t=90', '?t=x', '', '?t=-1', '?t=9999999'].map(startIn), [90, 0, 0, 0, 0])
})
