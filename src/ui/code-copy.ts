import { copyText } from './copy-text.ts'
import { showToast } from './toasts.ts'
import { t } from '#messages/messages.ts'

/** How long the button shows “Copied”. */
const doneMs = 2000

/** Adds a copy button to each code block. The server does not render the buttons, because they need JavaScript.
 *  @returns a function that removes the buttons */
export function addCopyButtons(text: ParentNode): () => void {
  const buttons = Array.from(text.querySelectorAll('figure.code'), addCopyButton)
  return () => buttons.forEach((button) => button.remove())
}

function addCopyButton(figure: Element): Element {
  const part = figure.appendChild(element('div', 'code-copy'))
  const button = part.appendChild(element('button', 'code-copy-button'))
  button.type = 'button'
  const notice = part.appendChild(element('span', 'visually-hidden'))
  notice.role = 'status'
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (done: string) => {
    button.textContent = done || t('Copy')
    button.ariaLabel = done || t('Copy code')
    notice.textContent = done
  }
  say('')
  const press = async () => {
    const isCopied = await copy(codeOf(figure))
    clearTimeout(timer)
    say(isCopied ? t('Copied') : '')
    timer = setTimeout(say, doneMs, '')
  }
  button.addEventListener('click', () => void press())
  return part
}

function element<Name extends 'div' | 'button' | 'span'>(name: Name, className: string) {
  const made = document.createElement(name)
  made.className = className
  return made
}

/** Returns the code without the line break before the closing fence: when pasted into a shell, it would run the last
 *  line. */
const codeOf = (figure: Element): string => (figure.querySelector('code')?.textContent ?? '').replace(/\n$/, '')

async function copy(text: string): Promise<boolean> {
  const isCopied = await copyText(text)
  if (!isCopied)
    showToast({
      title: t('Failed to copy'),
      description: t('Select the code and copy it manually.'),
      variant: 'error',
    })
  return isCopied
}
