import type { Locator } from '@playwright/test'

/** Pastes a generated picture into the field, as if it were a screenshot. */
export async function pastePicture(field: Locator): Promise<void> {
  await field.evaluate(async (element) => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const pen = canvas.getContext('2d')!
    for (let x = 0; x < 900; x += 30) {
      pen.fillStyle = `hsl(${x / 3} 70% 50%)`
      pen.fillRect(x, 0, 30, 600)
    }
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/png'))
    const data = new DataTransfer()
    data.items.add(new File([blob], 'screenshot.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
}
