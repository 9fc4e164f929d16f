import { copyText } from './copy-text.ts'
import { showToast } from './toasts.ts'

/** How long the button says that it has copied. */
const doneMs = 2000

/** Gives each block of code a button that copies it. They are made here and not by the server: without a script they could
 *  do nothing. @returns how to take them away */
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
    button.textContent = done || 'Copy'
    button.ariaLabel = done || 'Copy code'
    notice.textContent = done
  }
  say('')
  const press = async () => {
    const isCopied = await copy(codeOf(figure))
    clearTimeout(timer)
    say(isCopied ? 'Copied' : '')
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

/** The code as it is written. The line break before the closing fence is none of it: a shell would run the last line. */
const codeOf = (figure: Element): string => (figure.querySelector('code')?.textContent ?? '').replace(/\n$/, '')

async function copy(text: string): Promise<boolean> {
  const isCopied = await copyText(text)
  if (!isCopied)
    showToast({
      title: 'Failed to copy',
      description: 'You can still mark the code and copy it by hand.',
      variant: 'error',
    })
  return isCopied
}
