import './shortcut-list.css'

/** A shortcut: what it does, and its keys, separated by spaces. */
export type ShownShortcut = readonly [label: string, keys: string]

/** A list of keyboard shortcuts. */
export const ShortcutList = ({ shortcuts }: { shortcuts: readonly ShownShortcut[] }) => (
  <dl className="shortcut-list">
    {shortcuts.map(([label, keys]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {keys.split(' ').map((one) => (
            <kbd key={one}>{one}</kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)
