/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a select cannot be filtered by
   typing, a datalist cannot be grouped, and the text field handles the keys */
import './command-palette.css'
import { type KeyboardEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { maxQuestionLength, searchQueryError } from '#features/discovery/search/search.contract.ts'
import { useSearchResults } from '#features/discovery/search/search.hooks.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { type FrameActions, useCommands } from './commands.ts'
import { groupLabels, groups, keyOf, matching, type Option, optionOf } from './palette-options.ts'

interface Props {
  onClose: () => void
  actions: FrameActions
}

/** Finds pages, actions, members, projects, and posts by typing, and opens the selected one. */
export function CommandPalette({ onClose, actions }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title={t('Command palette')}>
      <Palette onClose={onClose} actions={actions} />
    </Dialog>
  )
}

const prompt = t('Search pages, actions, members, projects, and posts')

function Palette({ onClose, actions }: Props) {
  const id = useId()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [selected, select] = useState<string | null>(null)
  const options = useOptions(typed.trim(), actions)
  const found = options.findIndex((option) => keyOf(option) === selected)
  const at = options.length === 0 ? -1 : Math.max(found, 0)
  const optionId = (index: number) => `${id}-${index}`

  /** Closes the dialog first, which returns focus to where it was. */
  function choose({ opens }: Option) {
    flushSync(onClose)
    if (typeof opens === 'string') navigate(opens)
    else opens()
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (options.length === 0) return
    if (step === undefined) return choose(options[at]!)
    const next = (at + step + options.length) % options.length
    select(keyOf(options[next]!))
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="palette">
      <TextInput
        label={prompt}
        hideLabel
        placeholder={prompt}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          select(null)
        }}
        onKeyDown={onKeyDown}
        maxLength={maxQuestionLength}
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="go"
      />
      <output className="visually-hidden">
        {t('{count, plural, one {# suggestion} other {# suggestions}}', { count: options.length })}
      </output>
      {options.length === 0 && <p className="meta">{t('Nothing matches. Try other words.')}</p>}
      <div className="palette-list" id={`${id}-list`} role="listbox" aria-label={t('Suggestions')}>
        {groups.map((group) => {
          const shown = [...options.entries()].filter(([, option]) => option.group === group)
          if (shown.length === 0) return null
          return (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div className="overline palette-group" id={`${id}-${group}`}>
                {groupLabels[group]()}
              </div>
              {shown.map(([index, option]) => (
                <div
                  key={keyOf(option)}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className="menu-item palette-option"
                  onPointerMove={() => select(keyOf(option))}
                  onClick={() => choose(option)}
                >
                  <Icon name={option.icon} />
                  <span className="palette-label" dir="auto">
                    {option.label}
                  </span>
                  {option.detail && (
                    <span className="meta palette-detail" dir="auto">
                      {option.detail}
                    </span>
                  )}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Returns what matches the typed text, in display order: commands immediately, search results after a pause. */
function useOptions(typed: string, actions: FrameActions): Option[] {
  const commands = matching(useCommands(actions), typed)
  const q = useDebouncedValue(typed)
  const { data, isPlaceholderData } = useSearchResults({ q, kind: 'all', page: 1 }, { enabled: isSearchable(q) })
  if (!isSearchable(typed)) return inOrder(commands)
  const all: Option = {
    group: 'Search',
    label: t('Search for “{typed}”', { typed }),
    icon: 'search',
    opens: searchAddress.href({ q: typed }),
  }
  // Results for earlier text would be opened by mistake.
  const results = q === typed && !isPlaceholderData ? (data?.results ?? []) : []
  return inOrder([...commands, ...results.map(optionOf), all])
}

const isSearchable = (text: string) => text.length > 1 && searchQueryError(text) === null

const inOrder = (options: Option[]): Option[] =>
  options.toSorted((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group))
